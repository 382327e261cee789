import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What a terminal obeys or shows as something else: a window title (OSC), a clipboard, colors and moves (CSI), bells, a
 * back-space, C1 forms of the same, turned and hidden letters, tags, separators, and half of a pair.
 */
export const hostile =
  '\u001b]0;owned\u0007\u001b]52;c;b3duZWQ=\u001b\\\u001b[2J\u001b[31m\u0000\b\r\u007f\u0085\u009b2J\u009d0;x\u009c' +
  '\u202etxt.exe\u2066\u2069\u061c\u200b\u200d\u2060\ufeff\u2028\u2029\u00ad\u{e0041}'

/** A text that ends with all of these, and pretends to be another line. */
export const hostileText = (text: string): string => `${text}${hostile}\nAll rows are done\t`

/** None of them may reach a terminal; line feeds and tabs are judged apart, for the program has its own. */
export const obeyed =
  // oxlint-disable-next-line no-control-regex -- it is about them
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]|\p{Surrogate}/u

/** Answers as the service at `baseUrl` does, but each of its texts for people is hostile; `/raw` as a proxy does. */
export async function hostileService(
  baseUrl: string,
): Promise<{ baseUrl: string; close: () => Promise<void> }> {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = 'GET', url = '/', headers } = request
      if (url.startsWith('/raw')) {
        response.writeHead(502, { 'x-note': 'C1: \u009b2J' }).end(hostileText('<p>Bad gateway'))
        return
      }
      const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
      const { host: _host, connection: _connection, ...kept } = headers
      void fetch(baseUrl + url, { method, headers: kept as Record<string, string>, ...body }).then(
        async (answer) => {
          response.writeHead(answer.status, { 'content-type': 'application/json' })
          response.end(spoilt(await answer.text()))
        },
        () => response.destroy(),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Words have letters; ids, codes, dates and addresses are not for people. */
const isForPeople = (text: string): boolean =>
  /\p{L}{2}/u.test(text) && !/^[A-Z_\d]+$|^https?:|^\w+\.\w+$|^\d{4}-/.test(text)

function spoilt(body: string): string {
  try {
    return JSON.stringify(
      JSON.parse(body, (_name, value: unknown) =>
        typeof value === 'string' && isForPeople(value) ? hostileText(value) : value,
      ),
    )
  } catch {
    return hostileText(body)
  }
}
