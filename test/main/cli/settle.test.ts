import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Batch } from '#shared/batch/row.ts'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../eventually.ts'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { spread, wholeTest } from '../../whole.ts'
import { type Printed, batchesOf, ended, newVehicles, openCounter, printed } from './counter.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter())

describe('conflicts', () => {
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
    for (const id of ids) await counter.changeElsewhere(id, { currency_id: 1, price: 22_222 })
    return { batch, ids }
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
})

describe('rows in doubt', () => {
  const committed = async (): Promise<number> =>
    (await counter.control.ledger()).filter((entry) => entry.committed).length

  /** An import whose first row is executed, never answered and then killed; answers the batch's id. */
  async function killed(prices: readonly number[]): Promise<string> {
    await counter.control.addFault({ kind: 'never-answer', afterCommit: true, method: 'POST', count: 1 })
    const sending = counter.begin('import', counter.file('new.csv', newVehicles(prices)), '--commit')
    await eventually(async () => expect(await committed()).toBe(1))
    sending.kill('SIGKILL')
    await ended(sending)
    const journal = new DatabaseSync(join(counter.dataDir, 'journal.db'), { readOnly: true })
    const { id } = journal.prepare('SELECT id FROM batches').get() as { id: string }
    journal.close()
    return id
  }

  it('looks for what is in doubt before it sends again: what is found is not sent a second time', async () => {
    const batch = await killed([20_000])
    const first = await counter.run('settle', batch, '--send-again', '--json')
    expect(printed(first)).toMatchObject({ counts: { done: 1, inDoubt: 0 } })
    expect(first.err).toContain('nothing is sent again')
    await counter.run('settle', batch, '--send-again')
    expect(await committed()).toBe(1)
  })

  it('says of a row that was answered by a redirect what came, and sends it once', async () => {
    await counter.control.addFault({ kind: 'status', status: 307, body: '', method: 'POST', count: 1 })
    const ran = await counter.run(
      'import',
      counter.file('new.csv', newVehicles([20_000])),
      '--commit',
      '--json',
    )
    expect(printed(ran)).toMatchObject({ counts: { inDoubt: 1 }, rows: [{ state: 'in-doubt' }] })
    expect(printed(ran).rows[0]?.problems).toMatchObject([
      { code: 'moved', message: expect.stringContaining('there was a redirect') as string },
    ])
    expect((await counter.control.ledger()).filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  it('sends nothing again that it probably found: a person says first whose it is', async () => {
    await counter.control.addFault({ kind: 'drop-after-commit', method: 'POST', count: 1 })
    const path = counter.file(
      'plain.csv',
      `marka_id,model_id,base_id,equip_id,currency_id,price\n${fourCells()},USD,20000\n`,
    )
    const { batch } = printed(await counter.run('import', path, '--commit', '--json'))
    const made = (await counter.control.ledger())[0]?.autoId ?? 0
    const looked = await counter.run('settle', batch)
    expect([looked.code, looked.out]).toEqual([1, expect.stringContaining(`Probably ${made}: is it yours?`)])
    const again = await counter.run('settle', batch, '--send-again', '--json')
    expect(printed(again)).toMatchObject({ counts: { done: 0, inDoubt: 1 } })
    expect(again.err).toContain(`settle ${batch} --bind LINE=ID`)
    expect(await committed()).toBe(1)
    const other = await counter.run('settle', batch, '--not-mine', '2', '--json')
    expect([other.code, printed(other)]).toMatchObject([0, { counts: { done: 1, inDoubt: 0 } }])
    expect(await committed()).toBe(2)
  })

  it('leaves a row out that never arrived, by its line or with all others, and lets its car be imported again', async () => {
    const file = counter.file('new.csv', newVehicles([20_000, 21_000]))
    await counter.control.addFault({ kind: 'drop-before', method: 'POST', count: 2 })
    const { batch } = printed(await counter.run('import', file, '--commit', '--json'))
    expect((await counter.run('settle', batch, '--never-made', 'two')).err).toContain('all=N')
    const one = await counter.run('settle', batch, '--never-made', '2', '--json')
    expect([one.code, printed(one)]).toMatchObject([1, { counts: { skipped: 1, inDoubt: 1 } }])
    expect((await counter.run('settle', batch, '--never-made', 'all=2')).code).toBe(2)
    const all = await counter.run('settle', batch, '--never-made', 'all=1', '--json')
    expect(printed(all).counts).toMatchObject({ skipped: 2, inDoubt: 0 })
    const again = await counter.run('import', file, '--commit', '--json')
    expect([again.code, printed(again)]).toMatchObject([0, { counts: { done: 2 } }])
    expect(await committed()).toBe(2)
  })

  it.each(spread(['report', 'batches', 'settle', 'undo'], 1))(
    '%s says what a crash left in doubt',
    async (command) => {
      const batch = await killed([20_000])
      const words =
        command === 'batches' ? [] : command === 'report' ? [batch, counter.path('out.csv')] : [batch]
      expect((await counter.run(command, ...words)).err).toContain('1 row is not confirmed')
      const { batches } = JSON.parse((await counter.run('batches', '--json')).out) as { batches: Batch[] }
      expect(batches[0]?.state).not.toBe('running')
      if (command === 'report')
        expect(readFileSync(counter.path('out.csv'), 'utf8')).toMatch(/^2,create,in-doubt/m)
    },
  )

  it('leaves a batch alone that another process is sending', async () => {
    await counter.control.addFault({ kind: 'never-answer', method: 'POST', count: 1 })
    const sending = counter.begin('import', counter.file('new.csv', newVehicles([1, 2])), '--commit')
    await eventually(async () => expect(await counter.control.ledger()).toHaveLength(1))
    const { out, err } = await counter.run('batches', '--json')
    expect(err).toBe('')
    expect(JSON.parse(out)).toMatchObject({ batches: [{ state: 'running', counts: { inDoubt: 1 } }] })
    sending.kill('SIGKILL')
    await ended(sending)
  })

  wholeTest('does not go on with a batch that was cancelled', async () => {
    const body = '{"error":{"code":"API_KEY_DISABLED","message":""}}'
    await counter.control.addFault({ kind: 'status', status: 403, body, method: 'POST', count: 1 })
    const { batch } = printed(
      await counter.run('import', counter.file('new.csv', newVehicles([1])), '--commit', '--json'),
    )
    const batches = batchesOf(counter)
    await batches.control.cancel(batch)
    await batches.close(0)
    const { code, err } = await counter.run('resume', batch)
    expect(code).toBe(2)
    expect(err).toContain('was cancelled')
    expect(JSON.parse((await counter.run('batches', '--json')).out)).toMatchObject({
      batches: [{ state: 'cancelled' }],
    })
  })

  it.each(spread([false, true], 1))(
    'names the lines that stay in doubt, and what was tried (own list: %s)',
    async (ownList) => {
      if (!ownList)
        await counter.control.addFault({
          kind: 'status',
          status: 404,
          method: 'GET',
          path: '/auto/new/autos',
        })
      await counter.control.addFault({ kind: 'drop-before', method: 'POST', count: 1 })
      const sent = await counter.run(
        'import',
        counter.file('new.csv', newVehicles([1, 2])),
        '--commit',
        '--json',
      )
      const { out } = await counter.run('settle', printed(sent).batch)
      expect(out).toMatch(/^2 {2}create {2}.*not found.*Look for it on the service/m)
      expect(out).not.toMatch(/^3 /m)
      expect(out).toMatch(ownList ? /list of \d+ own adverts, read \d+/ : /searched by .*: [1-9]\d* pages/)
    },
  )

  it.each(spread(['SIGHUP', 'SIGTERM'] as const, 1))(
    '%s lets the row on the wire come home and pauses the batch',
    async (signal) => {
      await counter.control.addFault({ kind: 'delay', ms: 500, method: 'POST', skip: 1 })
      const file = counter.file('new.csv', newVehicles([1, 2, 3, 4, 5, 6, 7, 8]))
      const sending = counter.begin('import', file, '--commit')
      await eventually(async () => expect((await committed()) > 0).toBe(true))
      sending.kill(signal)
      expect(await ended(sending)).toBe(1)
      const { batches } = JSON.parse((await counter.run('batches', '--json')).out) as { batches: Batch[] }
      expect(batches).toMatchObject([{ state: 'paused', pauseReason: 'person', counts: { inDoubt: 0 } }])
      expect(batches[0]?.counts.done).toBe(await committed())
    },
  )
})

describe('an advert that can’t be read', () => {
  const page = { kind: 'status', status: 200, body: '<html>log in</html>', method: 'GET' } as const

  async function ran(...argv: string[]): Promise<{ code: number; printed: Printed }> {
    const { code, out } = await counter.run(...argv, '--json')
    return { code, printed: JSON.parse(out) as Printed }
  }

  async function ownIds(): Promise<number[]> {
    await counter.run('sync')
    return counter.unreadIds()
  }

  const edits = (ids: readonly number[]): string =>
    counter.file('edits.csv', `auto_id,currency_id,price\n${ids.map((id) => `${id},USD,9876\n`).join('')}`)

  it('ends a row of which the advert alone can’t be read, over several runs', async () => {
    const [bad = 0, ...others] = await ownIds()
    await counter.control.addFault({ ...page, path: '/auto/info', advert: bad })
    const first = await ran('import', edits([bad]), '--commit', '--yes')
    expect(first).toMatchObject({ code: 1, printed: { counts: { planned: 1, failed: 0 } } })
    const { batch } = first.printed
    const second = await ran('resume', batch)
    expect(second).toMatchObject({ code: 1, printed: { counts: { planned: 0, failed: 1 } } })
    expect(second.printed.rows[0]?.problems.map(({ code }) => code)).toContain('unreadable')
    expect(await counter.control.ledger()).toEqual([])

    const many = await ran('import', edits([bad, ...others.slice(0, 3)]), '--commit', '--yes')
    expect(many.printed.counts).toMatchObject({ planned: 1, done: 3 })
    await ran('resume', many.printed.batch)
    const last = await ran('resume', many.printed.batch)
    expect(last.printed.counts).toMatchObject({ planned: 0, done: 3, failed: 1 })
  })

  it('ends none while the service can’t show any advert, however often it is run', async () => {
    const [id = 0] = await ownIds()
    await counter.control.addFault({ ...page, path: '/auto/info' })
    const { printed } = await ran('import', edits([id]), '--commit', '--yes')
    for (let run = 0; run < 3; run++)
      expect(await ran('resume', printed.batch)).toMatchObject({
        printed: { counts: { planned: 1, failed: 0 } },
      })
    await counter.control.clearFaults()
    expect(await ran('resume', printed.batch)).toMatchObject({ code: 0, printed: { counts: { done: 1 } } })
  })
})
