import { visibleText } from '#shared/words/visible.ts'

/**
 * Logs a failure of the sandbox itself, by name, code and place only: the message of an error may quote the address that
 * it failed on, and with it the key.
 */
export function logError(what: string, error: unknown): void {
  // eslint-disable-next-line no-console -- the sandbox's own process has no other place to say it
  console.error(
    visibleText([what, ...(error instanceof Error ? placesOf(error) : [typeof error])].join('\n')),
  )
}

function placesOf(error: Error): string[] {
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : ''
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line))
  return [`${error.name}${code}`, ...frames]
}
