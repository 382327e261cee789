import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { DraftService } from '../../../src/main/import/draft-service.ts'
import { testEntries } from '../../scripts.ts'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { openCounter, printed } from './counter.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter(60))

/** A batch with a row that was sent and rows that can't be: a wrong price, a formula, a text that no cell of Excel holds. */
async function batchWithFailures(): Promise<string> {
  const rows = ['7000;ok', '-5;"=1+1; є"', `-6;${'ї'.repeat(32_768)}`].map(
    (row) => `${fourCells(0, ';')};USD;${row}`,
  )
  const text = `marka_id;model_id;base_id;equip_id;currency_id;price;Опис\r\n${rows.join('\r\n')}\r\n`
  const { out } = await counter.run('import', counter.file('mine.csv', text), '--commit', '--json')
  expect(printed({ out }).counts).toMatchObject({ done: 1, invalid: 2 })
  return printed({ out }).batch
}

it('names the lines that failed and are not confirmed, and what goes on with them', async () => {
  await counter.control.addFault({ kind: 'status', status: 422, method: 'POST', count: 1 })
  const rows = [0, 1].map((car) => `${fourCells(car)},USD,2100${car}\n`).join('')
  const text = `marka_id,model_id,base_id,equip_id,currency_id,price\n${rows}`
  const { code, err, out } = await counter.run('import', counter.file('new.csv', text), '--commit')
  const [batch = ''] = out.split(' ')
  expect([code, err]).toEqual([
    1,
    expect.stringContaining(`1 row failed: line 2. “report ${batch} FILE.csv --failed”`),
  ])
  await counter.control.addFault({ kind: 'drop-after-commit', method: 'POST', count: 1 })
  const doubtful = `${text.split('\n')[0]}\n${fourCells(2)},USD,22000\n`
  const lost = await counter.run('import', counter.file('lost.csv', doubtful), '--commit')
  expect(lost.err).toMatch(/1 row is not confirmed: line 2\. “settle \S+” looks for it/)
})

it('saves failed rows as a workbook, and says of a text that no cell holds', async () => {
  const batch = await batchWithFailures()
  const out = counter.path('failed.xlsx')
  expect((await counter.run('report', batch, out, '--failed', '--xlsx')).code).toBe(0)
  expect(readFileSync(out).subarray(0, 2).toString()).toBe('PK')
  const again = await counter.run('import', out, '--json')
  expect(printed(again).rows.map(({ problems }) => problems.map(({ code }) => code))).toEqual([
    ['negative'],
    ['negative'],
  ])
  const service = new DraftService({ dataDir: counter.path('read'), entries: testEntries })
  try {
    const { sample } = await service.inspect(service.openPath(out), {})
    expect(sample.map((cells) => cells[6])).toEqual(['=1+1; є', ''])
    expect(sample[1]?.at(-1)).toContain('can’t hold it: Опис.')
  } finally {
    await service.close()
  }
})

it('saves rows for Excel only if they failed', async () => {
  const batch = await batchWithFailures()
  const { code, err } = await counter.run('report', batch, counter.path('x.csv'), '--xlsx')
  expect([code, err]).toEqual([2, expect.stringContaining('--failed')])
})
