import type { ServerResponse } from 'node:http'
import type { Answer } from './answers.ts'

/** Sends the whole answer. The body is one string, so that Node sends head and body in one write. */
export function send(response: ServerResponse, answer: Answer): void {
  const text = textOf(answer)
  response.writeHead(answer.status, headersOf(answer, text)).end(text)
}

/** Announces the whole body, sends its first half and closes the connection. */
export function sendHalf(response: ServerResponse, answer: Answer): void {
  const text = textOf(answer)
  response.writeHead(answer.status, headersOf(answer, text))
  response.write(text.slice(0, text.length / 2), () => response.destroy())
}

const textOf = (answer: Answer): string => answer.raw ?? JSON.stringify(answer.value)

const headersOf = (answer: Answer, text: string): Record<string, string | number> => ({
  'content-type': answer.contentType ?? 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(text),
  ...answer.headers,
  ...(answer.retryAfter === undefined ? {} : { 'retry-after': answer.retryAfter }),
})
