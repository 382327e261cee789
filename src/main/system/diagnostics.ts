type Stream = Pick<NodeJS.WriteStream, 'write'>

/** As much of `process` as is used. */
export interface Diagnosed {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly pid: number
  readonly stderr: Stream
  readonly report?: Pick<NodeJS.ProcessReport, 'excludeEnv' | 'reportOnUncaughtException'>
}

/**
 * Removes what could reveal a key in Node's own reports about this process. They are the lines of NODE_DEBUG, in which
 * addresses stand with their query and connections with their bytes. In diagnostic reports they are the environment and
 * the message of an uncaught error. To be called before anything else.
 */
export function keepDiagnosticsBare(diagnosed: Diagnosed = process): void {
  const { env, pid, report } = diagnosed
  if (report) {
    report.excludeEnv = true
    // Node asks for it only where no listener ends the process, or where that fails itself.
    report.reportOnUncaughtException = false
  }
  // Node has read the variable already: to take it away changes nothing.
  if (env.NODE_DEBUG) dropDebugLines(diagnosed.stderr, pid)
}

/** Node writes each of them by one call: `HTTP 1234: …`, with the number in colours on a terminal. */
function dropDebugLines(stderr: Stream, pid: number): void {
  const write = stderr.write.bind(stderr) as (...args: unknown[]) => boolean

  const debugLine = new RegExp(`^\\S+ (?:\\u001b\\[\\d+m)?${pid}(?:\\u001b\\[\\d+m)?: `)
  const filtered = (...args: unknown[]): boolean =>
    typeof args[0] === 'string' && debugLine.test(args[0]) ? true : write(...args)
  stderr.write = filtered
}
