import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect } from 'vitest'
import type { SandboxControl } from '../../sandbox/sandbox-control.ts'
import { newVehicles, openCounter, type Ran } from './counter.ts'
import { testSome } from '../../whole.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter(40))
let control: SandboxControl

beforeEach(() => {
  control = counter.control
})

const calls = async (): Promise<number> =>
  Object.values(await control.requests()).reduce((sum, count) => sum + count, 0)

/** An account that the window saved, and whose key no keychain has. */
const saved = { FORECOURT_BASE_URL: '', FORECOURT_USER_ID: '' }
function saveAccount(): void {
  const { baseUrl, userId } = counter.sandbox
  const account = { id: randomUUID(), name: 'Salon', kind: 'service', baseUrl, userId, readAuth: 'query' }
  writeFileSync(
    join(counter.dataDir, 'settings.json'),
    JSON.stringify({ accounts: [account], activeAccountId: account.id }),
  )
}

testSome(1, [
  ['of a saved account', saved],
  ['of an address and a user', {}],
])('what sends nothing needs no key %s', async (_whose, env) => {
  saveAccount()
  if (env !== saved) writeFileSync(join(counter.dataDir, 'settings.json'), '{}')
  const withKey = (...argv: string[]): Promise<Ran> => counter.runWith(env, ...argv)
  const without = (...argv: string[]): Promise<Ran> =>
    counter.runWith({ ...env, FORECOURT_API_KEY: '' }, ...argv)

  expect((await withKey('sync')).code).toBe(0)
  const sent = await withKey('import', counter.file('new.csv', newVehicles([20_000])), '--commit', '--json')
  expect(sent).toMatchObject({ code: 0 })
  const { batch } = JSON.parse(sent.out) as { batch: string }
  const [, id = ''] = /^(\d+)/m.exec((await without('stats', '--saved')).out) ?? []
  const before = await calls()

  const edit = counter.file('edit.csv', `auto_id,price,currency_id,action\n${id},12345,USD,edit\n`)
  const dry = await without('import', edit, '--json')
  expect(dry.code).toBe(0)
  expect(JSON.parse(dry.out)).toMatchObject({ summary: { edits: 1 } })
  expect((await without('batches')).out).toContain(batch)
  for (const words of [
    ['report', batch, counter.path('report.csv')],
    ['export', counter.path('stock.csv')],
    ['links'],
    ['staged'],
    ['quota'],
    ['support'],
    ['resume'],
    ['settle', batch],
    ['journal', 'status'],
    ['lookup', 'BMW', '--calls', '0'],
  ])
    expect(await without(...words), words.join(' ')).not.toMatchObject({ code: 2 })
  const lookup = ['lookup', 'BMW X5', '--calls', '0']
  expect(await without(...lookup)).toEqual(await withKey(...lookup))
  const named = 'make,model,modification,equipment,currency,price\nBMW,X5,a,b,USD,100\n'
  const unasked = await without('import', counter.file('named.csv', named), '--operation', 'create', '--json')
  expect(unasked.code).toBe(1)
  expect(unasked.err).toContain('FORECOURT_API_KEY')
  expect(JSON.parse(unasked.out)).toMatchObject({ summary: { invalid: 1 } })
  expect(await calls()).toBe(before)

  const held = await without('import', edit, '--commit')
  expect(held.code).toBe(2)
  expect(held.err).toContain('FORECOURT_API_KEY')
  expect(await calls()).toBe(before)
})
