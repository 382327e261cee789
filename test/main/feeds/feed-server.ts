import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A real server that answers as it is told, and remembers what it was asked. */
export async function startFeedServer() {
  let answer: Answer = (_request, response) => void response.writeHead(404).end()
  const asked: { readonly path: string; readonly headers: IncomingMessage['headers'] }[] = []
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', headers: request.headers })
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    asked,
    url: (path: string): string => `http://127.0.0.1:${port}${path}`,
    answers(next: Answer): void {
      answer = next
    },
    /** Serves a text with its own tag and date, and 304 to whoever has it. */
    serves(body: string | Buffer, headers: Readonly<Record<string, string>> = {}): void {
      const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 8)}"`
      answer = (request, response) => {
        if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
        else
          response.writeHead(200, { etag, 'content-length': Buffer.byteLength(body), ...headers }).end(body)
      }
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type FeedServer = Awaited<ReturnType<typeof startFeedServer>>
