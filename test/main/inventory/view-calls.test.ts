import type { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, test } from 'vitest'
import { mostViews } from '#shared/inventory/most-views.ts'
import type { StockView } from '#shared/inventory/view-calls.ts'
import { viewHandlers } from '../../../src/main/inventory/view-calls.ts'
import { ViewsTable } from '../../../src/main/inventory/views-table.ts'
import { savedSchema } from '../../../src/main/storage/saved-table.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { databaseOfTest } from '../../databases.ts'

const view: StockView = {
  columns: { order: ['title', 'price'], widths: { title: 300 }, hidden: ['city'], pinned: ['title'] },
  sort: [{ column: 'price', descending: true }],
  filters: [{ field: 'expiresIn', from: null, to: 7 }],
  states: ['live'],
  edited: false,
  marked: null,
  watched: false,
  group: null,
}

let db: DatabaseSync
let account = 'a'
beforeEach(() => {
  account = 'a'
  db = databaseOfTest(savedSchema)
})

const calls = () => viewHandlers(new ViewsTable(db), systemClock, () => Promise.resolve(account))
const { signal } = new AbortController()
const save = (name: string, saved = view) => calls()['inventory:save-view']({ name, view: saved }, signal)
const all = () => calls()['inventory:views'](null, signal)
const names = async () => (await all()).map(({ name }) => name)

describe('saved views', () => {
  test('saved under a name that is there replace it', async () => {
    await save('One')
    await save('Two')
    await save('One', { ...view, edited: true })
    expect((await all()).map(({ name, view: { edited } }) => [name, edited])).toEqual([
      ['One', true],
      ['Two', false],
    ])
  })

  test('that are damaged are read as far as that is possible, say so, and stand in no other’s way', async () => {
    await save('Whole')
    await save('Newer')
    await save('Broken')
    const newer = {
      ...view,
      sort: [{ column: 'doors', descending: false }, ...view.sort],
      filters: [{ field: 'doors', from: 3, to: 5 }, ...view.filters],
      states: ['reserved', 'live'],
    }
    const put = db.prepare('UPDATE saved SET json = ? WHERE name = ?')
    put.run(JSON.stringify(newer), 'Newer')
    put.run('{"columns', 'Broken')
    const [whole, known, broken] = await all()
    expect([whole?.view, whole?.incomplete]).toEqual([view, undefined])
    expect([known?.view, known?.incomplete]).toEqual([{ ...view, group: null }, true])
    expect([broken?.view.filters, broken?.view.sort, broken?.incomplete]).toEqual([[], [], true])
    await calls()['inventory:delete-view']({ id: broken?.id ?? '' }, signal)
    expect(await names()).toEqual(['Whole', 'Newer'])
  })

  test('are renamed, but not to the name of another, and deleted, but not by another account', async () => {
    await save('One')
    await save('Two')
    const [one, two] = await all()
    const rename = (id: string, name: string) => calls()['inventory:rename-view']({ id, name }, signal)
    await rename(one?.id ?? '', 'First')
    await rename(two?.id ?? '', 'First')
    expect(await names()).toEqual(['First', 'Two'])
    account = 'b'
    await calls()['inventory:delete-view']({ id: one?.id ?? '' }, signal)
    account = 'a'
    expect(await names()).toEqual(['First', 'Two'])
    await calls()['inventory:delete-view']({ id: one?.id ?? '' }, signal)
    expect(await names()).toEqual(['Two'])
  })

  test(`are ${mostViews} at most, and those can still be changed`, async () => {
    for (let at = 0; at <= mostViews; at++) await save(`View ${at}`)
    expect((await all()).length).toBe(mostViews)
    await save('View 0', { ...view, edited: true })
    expect((await all())[0]?.view.edited).toBe(true)
  })
})
