import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Batch } from '#shared/batch/row.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SandboxControl } from '../../sandbox/sandbox-control.ts'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { addSettled } from '../../settled-batches.ts'
import { wholeTest } from '../../whole.ts'
import { type Printed, type Ran, batchesOf, newVehicles, openCounter } from './counter.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter())

const sendNew = async (): Promise<Printed> => {
  const { out } = await counter.run(
    'import',
    counter.file('new.csv', newVehicles([500])),
    '--commit',
    '--json',
  )
  return JSON.parse(out) as Printed
}
const batches = async (): Promise<unknown[]> =>
  (JSON.parse((await counter.run('batches', '--json')).out) as { batches: unknown[] }).batches

it('leaves no preview where every row was changed since, and says what can be done from here', async () => {
  const { batch, rows } = await sendNew()
  const edit = `auto_id,currency_id,price\n${rows[0]?.autoId},USD,20600\n`
  expect((await counter.run('import', counter.file('e.csv', edit), '--commit', '--yes')).code).toBe(0)
  await counter.run('sync')
  const { code, err } = await counter.run('undo', batch, '--commit')
  expect(code).toBe(2)
  expect(err).toContain('each one has changed since')
  expect(err).toContain('“Undo…” in the window')
  expect(await batches()).toHaveLength(2)
  expect(await counter.control.advert(rows[0]?.autoId ?? 0)).toMatchObject({ deleted: false })
})

it('says of a row that was changed since why it is left alone, and not that it is restored', async () => {
  const { rows } = await sendNew()
  const edit = `auto_id,currency_id,price\n${rows[0]?.autoId},USD,20600\n`
  const { out } = await counter.run('import', counter.file('e.csv', edit), '--commit', '--yes', '--json')
  const { batch } = JSON.parse(out) as Printed
  const preview = await counter.run('undo', batch)
  expect(preview.out).toContain('Everything is restored as it was.')
  expect((await counter.run('undo', batch, '--commit', '--yes')).code).toBe(0)
  const again = await counter.run('undo', batch)
  expect(again.out).toMatch(/^2 {2}edit {2}\d+ {2}Price was changed since: /)
  expect(again.out).not.toContain('restored')
})

describe('a create that was found by its likeness', () => {
  /** A batch of two creates: the first one's advert was guessed, the second one's was answered. */
  async function guessed(): Promise<Printed> {
    await counter.control.addFault({ kind: 'drop-after-commit', method: 'POST', count: 1 })
    const path = counter.file('new.csv', newVehicles([500, 600]))
    const { batch } = JSON.parse((await counter.run('import', path, '--commit', '--json')).out) as Printed
    const settled = JSON.parse((await counter.run('settle', batch, '--json')).out) as Printed
    expect(settled.rows).toMatchObject([{ problems: [{ code: 'by-likeness' }] }, { problems: [] }])
    return settled
  }
  const deleted = ({ rows }: Printed): Promise<unknown[]> =>
    Promise.all(rows.map(async ({ autoId }) => (await counter.control.advert(autoId ?? 0))?.deleted))

  it('is shown by a preview with --by-likeness, and only then deleted', async () => {
    const made = await guessed()
    const preview = await counter.run('undo', made.batch, '--by-likeness', '--json')
    expect(JSON.parse(preview.out)).toMatchObject({ committed: false, counts: { planned: 2, skipped: 0 } })
    expect(await deleted(made)).toEqual([false, false])
    const { code, out } = await counter.run('undo', made.batch, '--by-likeness', '--commit', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ counts: { done: 2, skipped: 0 } })
    expect(await deleted(made)).toEqual([true, true])
  })

  it('stays, even with --by-likeness, if it was changed since', async () => {
    const made = await guessed()
    const edit = `auto_id,currency_id,price\n${made.rows[0]?.autoId},USD,20900\n`
    expect((await counter.run('import', counter.file('e.csv', edit), '--commit', '--yes')).code).toBe(0)
    const { code } = await counter.run('undo', made.batch, '--by-likeness', '--commit')
    expect(code).toBe(1)
    expect(await deleted(made)).toEqual([false, true])
  })
})

it('leaves nothing to be resumed where the undo could not begin', async () => {
  const { batch, rows } = await sendNew()
  const { code } = await counter.run('undo', batch, '--commit', '--user-id', '4711')
  expect(code).toBe(2)
  expect((await counter.run('resume')).err).toContain('No batch waits')
  expect(await counter.control.advert(rows[0]?.autoId ?? 0)).toMatchObject({ deleted: false })
})

let control: SandboxControl
beforeEach(() => {
  control = counter.control
})

const run = (...argv: string[]): Promise<Ran> => counter.run(...argv)
const file = (name: string, content: string | Uint8Array): string => counter.file(name, content)

/** What a window leaves that is closed while the preview of an undo is open. */
async function leavePreview(batch: string): Promise<string> {
  const batches = batchesOf(counter)
  const id = await batches.undo.preview(batch)
  await batches.close(0)
  return id
}

const twoCars = `marka_id,model_id,base_id,equip_id,currency_id,price,auto_note\n${fourCells()},USD,20000,"Новий, у наявності"\n${fourCells(1)},EUR,21000,\n`

it('lists the batches of the chosen account, and with --all-accounts of all', async () => {
  await run('import', file('new.csv', twoCars), '--commit')
  const listed = async (...options: string[]) =>
    (JSON.parse((await run('batches', '--json', ...options)).out) as { total: number }).total
  expect([await listed(), await listed('--user-id', '999')]).toEqual([1, 0])
  expect(await listed('--user-id', '999', '--all-accounts')).toBe(1)
  expect((await run('batches', '--user-id', '999')).err).toContain('1 batch belongs to another account')
})

it('lists recent batches and those that want something, and with --older all', async () => {
  await control.addFault({ kind: 'status', status: 422, method: 'POST', count: 1 })
  const { out } = await run('import', file('new.csv', twoCars), '--commit', '--json')
  const { batch } = JSON.parse(out) as { batch: string }
  const db = new DatabaseSync(join(counter.dataDir, 'journal.db'))
  const { account } = db.prepare('SELECT account_id AS account FROM batches').get() ?? {}
  addSettled(db, { accountId: String(account), batches: 150 })
  db.close()
  const listed = async (...options: string[]) =>
    JSON.parse((await run('batches', '--json', ...options)).out) as { total: number; batches: Batch[] }
  const recent = await listed()
  expect([recent.total, recent.batches.length]).toEqual([151, 101])
  expect(recent.batches.map(({ id }) => id)).toEqual(expect.arrayContaining(['old-150', batch]))
  expect((await listed('--older')).batches).toHaveLength(151)
  const { out: lines, err } = await run('batches')
  expect([lines.split('\n').length - 1, err]).toEqual([
    101,
    expect.stringContaining('50 older batches are not listed; --older lists all.'),
  ])
})

it('resumes the batches of the chosen account, and names those of others with the way to choose them', async () => {
  const rule = { kind: 'status', status: 403, method: 'POST', count: 1 } as const
  await control.addFault({ ...rule, body: '{"error":{"code":"API_KEY_DISABLED","message":""}}' })
  const { out } = await run('import', file('new.csv', twoCars), '--commit', '--json')
  const { batch } = JSON.parse(out) as { batch: string }
  const created = async () => (await control.ledger()).filter(({ committed }) => committed).length
  const other = await run('resume', '--user-id', '999')
  expect(other.err).toContain(`${batch} (new.csv)`)
  expect(other.err).toContain('--all-accounts')
  expect(await created()).toBe(0)
  const all = await run('resume', '--user-id', '999', '--all-accounts')
  expect(all.err).not.toContain('No batch waits')
  expect((await run('resume', '--json')).err).not.toContain('other accounts')
})

describe('rows in doubt and batches taken back', () => {
  const inDoubt = async (
    kind: 'drop-after-commit' | 'drop-before' = 'drop-after-commit',
  ): Promise<string> => {
    await control.addFault({ kind, method: 'POST', count: 1 })
    const { code, out } = await run('import', file('new.csv', twoCars), '--commit', '--json')
    expect(code).toBe(1)
    const { batch, rows } = JSON.parse(out) as { batch: string; rows: { state: string }[] }
    expect(rows.map(({ state }) => state)).toEqual(['in-doubt', 'done'])
    return batch
  }

  it('binds the id that a person names, and only one of the own adverts', async () => {
    const batch = await inDoubt()
    const made = (await control.ledger())[0]?.autoId ?? 0
    expect((await run('settle', batch, '--bind', '2=1')).code).toBe(2)
    const { code, out } = await run('settle', batch, '--bind', `2=${made}`, '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ rows: [{ line: 2, state: 'done', autoId: made }, {}] })
  })

  it('sends again only what a person says so of', async () => {
    const batch = await inDoubt('drop-before')
    const { out } = await run('settle', batch, '--send-again', '--json')
    expect(JSON.parse(out)).toMatchObject({ counts: { done: 2, inDoubt: 0 } })
    expect((await control.ledger()).filter(({ committed }) => committed)).toHaveLength(2)
  })

  it('shows what taking back does before it does it, and leaves no preview to be resumed', async () => {
    const { out } = await run('import', file('new.csv', twoCars), '--commit', '--json')
    const { batch, rows } = JSON.parse(out) as { batch: string; rows: { autoId: number }[] }
    const preview = await run('undo', batch, '--json')
    expect(JSON.parse(preview.out)).toMatchObject({
      committed: false,
      operation: 'delete',
      counts: { planned: 2 },
    })
    await run('resume')
    expect(await control.ledger()).toHaveLength(2)
    expect(JSON.parse((await run('batches', '--json')).out)).toMatchObject({ total: 1 })
    expect((await run('undo', batch, '--commit')).code).toBe(0)
    for (const { autoId } of rows) expect(await control.advert(autoId)).toMatchObject({ deleted: true })
  })

  it('asks a second time before an undo that deletes a large share of the stock', async () => {
    const made = Array.from({ length: 30 }, (_, n) => `${fourCells(n)},USD,${21_000 + n}`)
    const path = file(
      'many.csv',
      `marka_id,model_id,base_id,equip_id,currency_id,price\n${made.join('\n')}\n`,
    )
    const { out } = await run('import', path, '--commit', '--json')
    const { batch } = JSON.parse(out) as { batch: string }
    const refused = await run('undo', batch, '--commit')
    expect(refused.code).toBe(2)
    expect(refused.err).toContain('--yes')
    const deletes = async () => (await control.ledger()).filter(({ method }) => method === 'DELETE')
    expect(await deletes()).toEqual([])
    expect((await run('undo', batch, '--commit', '--yes')).code).toBe(0)
    expect(await deletes()).toHaveLength(30)
  })

  wholeTest(
    'never sends an undo that the window left as a preview, neither by name nor with all others',
    async () => {
      const { out } = await run('import', file('new.csv', twoCars), '--commit', '--json')
      const preview = await leavePreview((JSON.parse(out) as { batch: string }).batch)
      expect((await run('resume')).err).toContain('No batch waits')
      const byName = await run('resume', preview)
      expect(byName.code).toBe(2)
      expect(byName.err).toContain('only a preview')
      expect(await control.ledger()).toHaveLength(2)
    },
  )

  it("writes the failed rows in the file's own form", async () => {
    const text = `marka_id;model_id;base_id;equip_id;currency_id;price\r\n${fourCells(0, ';')};USD;7000\r\nх;96;1;2;USD;7000\r\n`
    const { out } = await run('import', file('mine.csv', text), '--commit', '--json')
    const { batch } = JSON.parse(out) as { batch: string }
    expect((await run('report', batch, counter.path('failed.csv'), '--failed')).code).toBe(0)
    expect(readFileSync(counter.path('failed.csv'), 'utf8')).toMatch(
      /^marka_id;model_id;base_id;equip_id;currency_id;price;error_code;error_message\r\nх;96;1;2;USD;7000;not-a-number;/,
    )
  })
})
