import { expect, test } from 'vitest'
import { photoPrivileges, servePhotos } from '../../../src/main/shell/photo-protocol.ts'

type Handler = (request: Request) => Response | Promise<Response>

function serving(found: Parameters<typeof servePhotos>[1]): { scheme: string; ask: Handler } {
  const handlers: [string, Handler][] = []
  servePhotos({ handle: (...each) => void handlers.push(each) }, found)
  const [[scheme, ask] = ['', () => new Response()]] = handlers
  return { scheme, ask }
}

const svg = new Uint8Array(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'))

test.each(['GET', 'POST', 'HEAD'])(
  'whatever is answered to %s may run nothing and is no other type',
  async (method) => {
    for (const photo of [{ type: 'image/svg+xml' as const, bytes: svg }, null]) {
      const asked: string[] = []
      const { scheme, ask } = serving((address) => {
        asked.push(address)
        return Promise.resolve(photo)
      })
      const answer = await ask(new Request('https://advert/7?of=x', { method }))
      expect(scheme).toBe('photo')
      expect([...answer.headers].filter(([name]) => name !== 'content-type')).toEqual([
        ['content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox"],
        ['x-content-type-options', 'nosniff'],
      ])
      expect(answer.status).toBe(method !== 'GET' ? 405 : photo ? 200 : 404)
      expect(answer.headers.get('content-type')).toBe(method === 'GET' && photo ? 'image/svg+xml' : null)
      expect(asked).toEqual(method === 'GET' ? ['https://advert/7?of=x'] : [])
    }
  },
)

test('a script may not fetch from the scheme, nor does it escape the policy', () => {
  expect(photoPrivileges).toEqual({ scheme: 'photo', privileges: { standard: true, secure: true } })
})
