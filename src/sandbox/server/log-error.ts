/**
 * Logs a failure of the sandbox itself, by name, code and place only: the message of an error may quote its address,
 * and with it the key. A terminal obeys no character of it.
 */
export function logError(what: string, error: unknown): void {
  const lines = [what, ...(error instanceof Error ? placesOf(error) : [typeof error])]
  // eslint-disable-next-line no-console -- the sandbox has no other place to say it
  console.error(lines.map((line) => line.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')).join('\n'))
}

function placesOf(error: Error): string[] {
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : ''
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line))
  return [`${error.name}${code}`, ...frames]
}
