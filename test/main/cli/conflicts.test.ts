import { afterEach, beforeEach, expect, it } from 'vitest'
import { openCounter, type Counter, type Printed } from './counter.ts'

let counter: Counter

beforeEach(async () => {
  counter = await openCounter()
})
afterEach(() => counter.close())

const printed = ({ out }: { out: string }): Printed => JSON.parse(out) as Printed

/** Two edits that are planned, then hidden by a refused key, and overtaken at the service before they go out. */
async function conflicts(): Promise<{ batch: string; ids: number[] }> {
  await counter.run('sync')
  await counter.run('export', counter.path('stock.csv'))
  const { rows } = printed(await counter.run('import', counter.path('stock.csv'), '--json'))
  const ids = rows.flatMap(({ autoId }) => autoId ?? []).slice(0, 2)
  const edits = (price: number) =>
    `auto_id,currency_id,price\n${ids.map((id) => `${id},USD,${price}\n`).join('')}`
  const body = '{"error":{"code":"API_KEY_DISABLED","message":""}}'
  await counter.control.addFault({ kind: 'status', status: 403, body, path: '/auto/info' })
  const mine = await counter.run(
    'import',
    counter.file('mine.csv', edits(11_111)),
    '--commit',
    '--yes',
    '--json',
  )
  await counter.control.clearFaults()
  const { batch } = printed(mine)
  await overtake(ids)
  return { batch, ids }
}

/** Somebody else writes to the adverts. */
async function overtake(ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const asked = new URLSearchParams({
      user_id: String(counter.sandbox.userId),
      auto_id: String(id),
      currency_id: '1',
      price: '22222',
      api_key: counter.sandbox.key,
    })
    const answer = await fetch(`${counter.sandbox.baseUrl}/auto/new/autos?${asked.toString()}`, {
      method: 'PUT',
    })
    expect(answer.status).toBe(200)
  }
}

it('says how a conflict is answered, keeps one line and overwrites the other', async () => {
  const { batch, ids } = await conflicts()
  const resumed = await counter.run('resume', batch, '--json')
  expect(resumed.code).toBe(1)
  expect(resumed.err).toContain(`settle ${batch} --keep LINE`)
  expect((await counter.run('settle', batch)).err).toContain('--overwrite LINE')
  const kept = printed(await counter.run('settle', batch, '--keep', '2', '--json'))
  expect(kept.rows.map(({ state }) => state)).toEqual(['skipped', 'failed'])
  const { code, out } = await counter.run('settle', batch, '--overwrite', '3', '--json')
  expect(code).toBe(0)
  expect(printed({ out }).rows.map(({ state }) => state)).toEqual(['skipped', 'done'])
  expect(await counter.control.advert(ids[0] ?? 0)).toMatchObject({ price: 22_222 })
  expect(await counter.control.advert(ids[1] ?? 0)).toMatchObject({ price: 11_111 })
  expect((await counter.run('settle', batch, '--keep', '2')).code).toBe(2)
})

it('answers all conflicts at once, if their number is the one that was told', async () => {
  const { batch, ids } = await conflicts()
  expect((await counter.run('resume', batch)).err).toContain('all=2 in the place of LINE')
  for (const wrong of ['all=3', 'all=1', 'all', 'all=']) {
    const refused = await counter.run('settle', batch, '--overwrite', wrong)
    expect(refused.code).toBe(2)
    expect(refused.err).toContain('all=N')
  }
  const sent = (await counter.control.ledger()).length
  const { code, out } = await counter.run('settle', batch, '--overwrite', 'all=2', '--json')
  expect(code).toBe(0)
  expect(printed({ out }).rows.map(({ state }) => state)).toEqual(['done', 'done'])
  expect(await counter.control.ledger()).toHaveLength(sent + 2)
  for (const id of ids) expect(await counter.control.advert(id)).toMatchObject({ price: 11_111 })
  expect((await counter.run('settle', batch, '--keep', 'all=2')).code).toBe(2)
})

it.each([
  ['--send-again', '--bind', '2=7'],
  ['--keep', '2', '--overwrite', '3'],
])('refuses two answers at once: %s %s', async (...options) => {
  const { code, err } = await counter.run('settle', 'any', ...options)
  expect(code).toBe(2)
  expect(err).toContain('together')
})
