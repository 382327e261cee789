import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { processOutput } from '../../../src/main/cli/output.ts'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { car, planned, source } from '../batch/dealership.ts'
import { batchesOf, newVehicles, openCounter, type Printed } from './counter.ts'

test('a reader that is slow is waited for again and again, and one that has gone no longer', async () => {
  const taken: (() => void)[] = []
  const stdout = new Writable({
    highWaterMark: 10,
    write: (_chunk, _encoding, done) => void taken.push(done),
  })
  const output = processOutput({ stdout, stderr: new Writable() })
  for (let piece = 0; piece < 20; piece++) {
    output.print('x'.repeat(20))
    let isFlushed = false
    const flushed = output.flushed().then(() => (isFlushed = true))
    await new Promise((resolve) => setTimeout(resolve))
    expect(isFlushed).toBe(false)
    taken.shift()?.()
    await flushed
  }
  expect(stdout.listenerCount('close') + stdout.listenerCount('drain')).toBe(0)
  output.print('x'.repeat(20))
  const gone = output.flushed()
  stdout.destroy()
  await gone
})

test('a dry run counts what becomes of its rows', async () => {
  const counter = await openCounter()
  try {
    await counter.run('sync')
    await counter.run('export', counter.path('stock.csv'))
    const { out: stock } = await counter.run('import', counter.path('stock.csv'), '--json')
    const ids = (JSON.parse(stock) as Printed).rows.flatMap(({ autoId }) => autoId ?? [])
    const create = (price: string): string => `create,,${fourCells()},USD,${price}\n`
    const edit = (id: number | undefined, price: string): string => `edit,${id ?? ''},,,,,USD,${price}\n`
    const header = 'action,auto_id,marka_id,model_id,base_id,equip_id,currency,price\n'
    await counter.run('import', counter.file('first.csv', header + create('777')), '--commit')
    const rows = [
      edit(ids[0], '1234'),
      edit(ids[1], 'cheap'),
      edit(undefined, '5'),
      create('777'),
      create('778'),
      create('778'),
      create(''),
      `delete,${ids[2] ?? ''},,,,,,\n`,
    ]
    const mixed = counter.file('mixed.csv', header + rows.join(''))
    for (const file of [mixed, counter.path('stock.csv')]) {
      const { counts, rows: all } = JSON.parse((await counter.run('import', file, '--json')).out) as Printed
      const tally = { planned: 0, done: 0, failed: 0, inDoubt: 0, invalid: 0, skipped: 0 }
      for (const { state } of all) tally[state as keyof typeof tally] += 1
      expect(counts).toEqual(tally)
    }
  } finally {
    await counter.close()
  }
})

test('batches that are resumed together are one object, each with its rows', async () => {
  const counter = await openCounter()
  try {
    await counter.run('import', counter.file('first.csv', newVehicles([1])), '--commit')
    const batches = batchesOf(counter)
    const accountId = batches.reader.list()[0]?.accountId ?? ''
    for (const price of [700, 800])
      await batches.planner.plan({ ...source(counter.sandbox.userId), accountId }, [
        planned(2, 'create', car({ price })),
        planned(3, 'create', car({ price: price + 1 })),
      ])
    await batches.close(0)
    const { out, code } = await counter.run('resume', '--json')
    const { batches: sent } = JSON.parse(out) as { batches: readonly Printed[] }
    expect(code).toBe(0)
    expect(sent.map(({ rows }) => rows.map(({ line, state }) => [line, state]))).toEqual([
      [
        [2, 'done'],
        [3, 'done'],
      ],
      [
        [2, 'done'],
        [3, 'done'],
      ],
    ])
  } finally {
    await counter.close()
  }
})
