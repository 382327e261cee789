import { expect, it } from 'vitest'
import { assembledIn } from '../assembled.ts'
import { openCounter } from './counter.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter(40))

/** Stages prices as the window does, and closes it. @returns the ids of the adverts */
async function stagePrices(...factors: number[]): Promise<number[]> {
  const { baseUrl, userId, key } = counter.sandbox
  const forecourt = assembledIn(counter.dataDir, { overrides: { baseUrl, userId, key } })
  await forecourt.inventorySync.sync()
  const ids = await forecourt.inventory.lists.ids({ text: '', states: ['live'], sort: [] })
  const rows = (await forecourt.inventory.rows([...ids])).filter(({ mainCurrency }) => mainCurrency === 'USD')
  const chosen = rows.slice(0, factors.length)
  await forecourt.staged.stage(
    chosen.map(({ id, usd }, at) => ({
      advert: id,
      field: 'price',
      text: String(Math.round((usd ?? 0) * (factors[at] ?? 1))),
      currency: null,
    })),
  )
  await forecourt.close()
  return chosen.map(({ id }) => id)
}

const edits = async () => {
  const { out } = await counter.run('staged', '--json')
  return (JSON.parse(out) as { edits: { autoId: number; field: string; state: string }[] }).edits
}

it('lists the edits of the window, checks them and sends them only with --commit', async () => {
  const [id = 0] = await stagePrices(0.9)
  expect(await edits()).toMatchObject([{ autoId: id, field: 'price', state: 'ready' }])
  const { code, err, out } = await counter.run('staged', '--send', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ committed: false, counts: { planned: 1, invalid: 0 } })
  expect(err).toMatch(new RegExp(`${id}  price  \\d+ USD → \\d+ USD  ready\n.*1 adverts to send`, 'u'))
  expect(await counter.control.ledger()).toEqual([])
  const sent = await counter.run('staged', '--send', '--commit', '--json')
  expect(sent.code).toBe(0)
  expect(sent.err).toMatch(/price {2}\d+ USD → \d+ USD {2}ready/u)
  expect(JSON.parse(sent.out)).toMatchObject({ committed: true, counts: { done: 1 } })
  expect(await counter.control.ledger()).toMatchObject([{ autoId: id, committed: true }])
  expect(await edits()).toEqual([])
})

it('says which edits are of adverts that the service no longer has, and ends with 1', async () => {
  const [id = 0] = await stagePrices(0.95)
  const { baseUrl, userId, key } = counter.sandbox
  const forecourt = assembledIn(counter.dataDir, { overrides: { baseUrl, userId, key } })
  const { adverts } = await forecourt.context.current()
  await adverts.write({ operation: 'delete', payload: { auto_id: id } })
  await forecourt.inventorySync.add([id])
  await forecourt.close()
  expect(await edits()).toMatchObject([{ autoId: id, state: 'gone' }])
  const { code, err, out } = await counter.run('staged', '--send', '--json')
  expect(code).toBe(1)
  expect(JSON.parse(out)).toMatchObject({ counts: { planned: 0, gone: 1 } })
  expect(err).toContain('1 edit can’t be sent: the service no longer has its advert.')
})

it('asks for --yes before large price changes', async () => {
  await stagePrices(0.5)
  const { code, err } = await counter.run('staged', '--commit')
  expect(code).toBe(2)
  expect(err).toMatch(/--yes/)
  expect(await counter.control.ledger()).toEqual([])
  expect((await counter.run('staged', '--commit', '--yes')).code).toBe(0)
  expect(await counter.control.ledger()).toHaveLength(1)
})
