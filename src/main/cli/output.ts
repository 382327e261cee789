/** The two streams of a command: results for programs and messages for people. */
export interface Output {
  /** Standard output: results only. */
  readonly print: (text: string) => void
  /** Standard error: messages for people. */
  readonly say: (text: string) => void
  /** A line of progress that the next one replaces; not written if standard error is no terminal. */
  readonly progress: (text: string) => void
}

export const exitCodes = { done: 0, partly: 1, unusable: 2 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export const json = (value: unknown): string => `${JSON.stringify(value)}\n`

export function processOutput(): Output {
  const { stdout, stderr } = process
  const live = stderr.isTTY
  for (const stream of [stdout, stderr]) stream.on('error', unlessUnread)
  return {
    print: (text) => void stdout.write(text),
    say: (text) => void stderr.write(`${live ? '\r\u001b[K' : ''}${text}\n`),
    progress: (text) => {
      if (live) stderr.write(`\r\u001b[K${text}`)
    },
  }
}

/** Errors of a write that is no longer read: `… | head` has read enough, or the terminal was closed. */
const unread = new Set(['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'])

/** Ignored, so that a batch is still sent to its end. */
function unlessUnread(error: NodeJS.ErrnoException): void {
  if (!unread.has(error.code ?? '')) throw error
}
