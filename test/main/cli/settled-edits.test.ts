import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { openCounter, type Ran, printed } from './counter.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter())

beforeEach(() => counter.run('sync'))

const run = (...argv: string[]): Promise<Ran> => counter.run(...argv)

const currencyOf = { 1: 'USD', 2: 'EUR', 3: 'UAH' } as const

/** The first own advert with its price moved a little by an edit whose answer was lost; the batch that is in doubt. */
async function editLost() {
  await run('export', counter.path('stock.csv'))
  const [header = '', ...lines] = readFileSync(counter.path('stock.csv'), 'utf8')
    .replace('\ufeff', '')
    .split('\n')
  const cells = (lines[0] ?? '').split(',')
  const id = Number(cells[header.split(',').indexOf('auto_id')])
  const live = await counter.control.advert(id)
  if (!live) throw new Error('The export names no advert')
  const currency = currencyOf[live.currency]
  const old = live.price
  const price = old + 100
  await counter.control.addFault({ kind: 'drop-after-commit', method: 'PUT', count: 1 })
  const file = counter.file('price.csv', `auto_id,currency_id,price\n${id},${currency},${price}\n`)
  const sent = await run('import', file, '--commit', '--json')
  expect(printed(sent).rows).toMatchObject([{ state: 'in-doubt' }])
  return { id, currency, old, price, batch: printed(sent).batch }
}

const textOf = (id: number, currency: string): string =>
  counter.file('text.csv', `auto_id,currency_id,version\n${id},${currency},Люкс\n`)

describe('a price that was settled', () => {
  it('stays when another field is edited', async () => {
    const { id, currency, price, batch } = await editLost()
    expect((await run('settle', batch)).code).toBe(0)
    expect(printed(await run('import', textOf(id, currency), '--commit', '--json')).rows).toMatchObject([
      { state: 'done' },
    ])
    expect(await counter.control.advert(id)).toMatchObject({ price, version: 'Люкс' })
  })

  it('can be taken back by an edit that names the old one', async () => {
    const { id, currency, old, batch } = await editLost()
    await run('settle', batch)
    const file = counter.file('back.csv', `auto_id,currency_id,price\n${id},${currency},${old}\n`)
    expect(printed(await run('import', file, '--commit', '--json')).rows).toMatchObject([{ state: 'done' }])
    expect(await counter.control.advert(id)).toMatchObject({ price: old })
  })

  it('is taken from the journal at the next start if the cache could not take it', async () => {
    const { id, currency, old, batch } = await editLost()
    const cache = new DatabaseSync(join(counter.dataDir, 'cache.db'))
    cache.exec(`CREATE TRIGGER refused BEFORE UPDATE ON adverts BEGIN SELECT RAISE(ABORT, 'no'); END`)
    expect((await run('settle', batch)).code).toBe(0)
    cache.exec('DROP TRIGGER refused')
    cache.close()
    const file = counter.file('back.csv', `auto_id,currency_id,price\n${id},${currency},${old}\n`)
    expect((await run('import', file)).out).not.toContain('nothing to change')
    expect(printed(await run('import', file, '--commit', '--json')).rows).toMatchObject([{ state: 'done' }])
    expect(await counter.control.advert(id)).toMatchObject({ price: old })
  })
})
