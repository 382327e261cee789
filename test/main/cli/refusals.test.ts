import { afterAll, expect, it } from 'vitest'
import { newVehicles, openCounter, type Ran } from './counter.ts'

const counter = await openCounter()
afterAll(() => counter.close())

const refusalOf = ({ out }: Ran): unknown => (JSON.parse(out) as { error: unknown }).error

it.each<[string, string[], string, string?]>([
  ['a word that is not known', ['imprt', 'x.csv', '--json'], 'usage'],
  ['an option that is not known', ['import', 'x.csv', '--jso', '--json'], 'usage'],
  ['a variable that is not set', ['undo', '', '--json'], 'usage', 'BATCH is missing.'],
  ['a number that no advert has', ['info', '9'.repeat(20), '--json'], 'usage', 'at most 15 digits'],
  ['a file that is not there', ['import', 'none.csv', '--json'], 'file-missing'],
  ['a batch that is not there', ['report', 'none', 'out.csv', '--json'], 'batch-unknown'],
  ['a service that can’t be reached', ['sync', '--base-url', 'http://127.0.0.1:1', '--json'], 'network'],
])('tells programs of %s', async (_what, argv, code, words = '') => {
  const ran = await counter.run(...argv)
  expect([ran.code, ran.out.trim().split('\n').length]).toEqual([2, 1])
  const { message, next, ...rest } = refusalOf(ran) as Record<'message' | 'next', string>
  expect(rest).toEqual({ code, details: expect.any(Object) as object })
  expect(ran.err.trim().endsWith(`${message} ${next}`.trim())).toBe(true)
  expect(message).toMatch(/[.?]$/)
  expect(message).toContain(words)
})

it.each([302, 308])(
  'says that a redirect %i is not followed, and of no fault of the service',
  async (status) => {
    const found = {
      kind: 'status',
      status,
      body: '{"message":"Found"}',
      method: 'GET',
      path: '/states',
    } as const
    await counter.control.addFault(found)
    const ran = await counter.run('states', '--json')
    await counter.control.clearFaults()
    expect([ran.code, refusalOf(ran)]).toEqual([
      2,
      expect.objectContaining({
        code: 'server',
        message: expect.stringMatching(new RegExp(`redirect.*${status}.*not followed`)) as string,
        next: expect.stringContaining('asks you to log in') as string,
      }),
    ])
  },
)

it('tells programs what a person is asked', async () => {
  const ids = await counter.stockIds()
  const away = `auto_id,action\n${ids.map((id) => `${id},delete\n`).join('')}`
  const { code, out, err } = await counter.run('import', counter.file('away.csv', away), '--commit', '--json')
  expect(JSON.parse(out)).toEqual({
    error: { code: 'confirmation-required', message: err.trim(), details: {}, next: '' },
  })
  expect([code, err]).toEqual([2, expect.stringContaining('--yes')])
  const quiet = await counter.run('import', counter.path('away.csv'), '--commit', '--quiet')
  expect([quiet.code, quiet.err]).toEqual([2, err])
})

it('refuses an option of another action, which would be passed over, and an action that lacks something', async () => {
  const { code, err } = await counter.run('team', 'join', 'CODE', '--per-hour', '5')
  expect([code, err]).toEqual([2, expect.stringContaining('--per-hour is no option of “team join”')])
  expect((await counter.run('links', 'set', '0123')).err).toContain('links set needs ID.')
})

it('says of a folder to watch that it is a file, or is not there, and of a certificate that it is not', async () => {
  const file = counter.file('new.csv', newVehicles([32_000]))
  const said = async (...argv: string[]) => {
    const { code, err } = await counter.runWith({ FORECOURT_TEAM_PASSWORD: 'x' }, ...argv)
    expect(code).toBe(2)
    return err
  }
  expect(await said('watch', file, '--once')).toContain(`${file} is a file, and “watch” takes a folder`)
  expect(await said('watch', counter.path('none'), '--once')).toContain('There is no folder')
  const init = ['team', 'init', '--server', 'postgresql://a@localhost/b', '--name', 'N', '--ca', 'none.pem']
  expect(await said(...init)).toContain('There is no file none.pem.')
})
