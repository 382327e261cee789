import { afterEach, beforeEach, expect, test } from 'vitest'
import { Fault } from '#shared/bridge/failure.ts'
import { columnNames } from '#shared/import/file-columns.ts'
import { DraftService } from '../../../src/main/import/draft-service.ts'
import { importHandlers } from '../../../src/main/import/import-calls.ts'
import { failureWords } from '../../../src/shared/words/failure-words.ts'
import { accountOf } from '../../main/import/drafts.ts'
import type { KnownNames } from '../../../src/main/names/resolve-vehicle.ts'
import { VehicleReader } from '../../../src/main/names/vehicle-reader.ts'
import { alwaysFresh, noImportNames, noRememberedColumns } from '../../main/import/no-names.ts'
import { ImportState } from '../../../src/renderer/import/import-state.svelte.ts'
import { clientOf } from '../handler-client.ts'
import { eventually } from '../../eventually.ts'
import { testEntries } from '../../scripts.ts'
import { folderOfTest } from '../../folders.ts'

let folder: string
let drafts: DraftService
let wizard: ImportState
/** The calls that were made, by their names. */
let asked: string[]
let choose: typeof noImportNames.choose

const list = (named: Readonly<Record<number, string>>) =>
  Object.entries(named).map(([id, name]) => ({ id: Number(id), name, about: '', source: 'lookup' as const }))
const known: KnownNames = {
  candidates: (field, { base_id }) => {
    if (field === 'marka_id') return list({ 9: 'BMW' })
    if (field === 'model_id') return list({ 96: 'X5' })
    if (field === 'base_id') return list({ 1: 'Бензин Автомат', 2: 'Бензин Ручна' })
    return list(base_id === 2 ? { 5: 'Comfort Line', 6: 'Comfort Plus' } : { 7: 'Comfort' })
  },
  chosen: () => null,
  isElsewhere: () => false,
  isUnasked: () => false,
}

beforeEach(() => {
  asked = []
  choose = ({ field, within, value, id }, file) => {
    file.choose(field, within, value, id)
    return Promise.resolve()
  }
  folder = folderOfTest()
  drafts = new DraftService({ dataDir: folder, entries: testEntries, bytesHere: Infinity })
  const ports = {
    drafts,
    account: () =>
      Promise.resolve(
        accountOf({
          accountId: 'one',
          vehicleReader: (file) => new VehicleReader(file ? file.over(known) : known),
        }),
      ),
    onProgress: () => undefined,
    freshness: alwaysFresh,
    names: { ...noImportNames, choose: (...asked: Parameters<typeof choose>) => choose(...asked) },
    columns: noRememberedColumns(),
    listSeparator: () => ',' as const,
    template: () => Promise.reject(new Fault('internal')),
    words: () => failureWords(new Fault('internal')),
  }
  const handlers = importHandlers(ports, () => Promise.reject(new Fault('internal')))
  const client = clientOf(handlers, (name) => asked.push(name))
  wizard = new ImportState(client, () => () => undefined, columnNames)
})
afterEach(() => drafts.close())

const take = (text: string): Promise<void> =>
  wizard.take('table.csv', new Blob([Buffer.from(text, 'latin1')], { type: 'text/csv' }))

test('a file that is UTF-8 with a broken place can be read in any other encoding', async () => {
  await take(`auto_id;auto_note\n1;${Buffer.from('Продаж нового авто').toString('latin1')}\xff\n`)
  expect(wizard.failure?.details).toMatchObject({ encoding: 'utf-8', line: 2 })
  expect(wizard.opened.encodingNeeded).toBe(true)
  expect(wizard.opened.likely).toEqual([])
  await wizard.opened.reshape({ encoding: 'windows-1251' })
  expect(wizard.opened.inspection?.sample).toHaveLength(1)
})

test('all rows with a problem are left out in one call, however many they are', async () => {
  await take(`auto_id,currency_id,price\n${'7,1,x\n'.repeat(1_200)}8,1,9000\n`)
  wizard.go('check')
  await expect.poll(() => wizard.check.result?.invalid).toBe(1_200)
  await wizard.check.show('all', { group: 'error' })
  asked = []
  await wizard.check.leaveOutShown(true)
  expect(asked.filter((name) => name !== 'draft:rows')).toEqual(['draft:leave-out-shown'])
  expect(wizard.check.result).toMatchObject({ leftOut: 1_200, toSend: 1 })
  await wizard.check.leaveOutShown(false)
  expect(wizard.check.result?.leftOut).toBe(0)
})

test('what was done to the rows is said to be gone once other columns make them be checked again', async () => {
  await take('auto_id,currency_id,price,note\n7,1,x,a\n8,1,9000,b\n9,1,9000,c\n')
  wizard.go('check')
  const { rows } = wizard.check
  await expect.poll(() => rows.at(0)?.line).toBe(2)
  await wizard.check.fix(rows.at(0) ?? expect.fail(), 2, '8000')
  await wizard.check.show('all')
  await expect.poll(() => rows.at(1)?.line).toBe(3)
  await wizard.check.leaveOut(rows.at(1) ?? expect.fail(), true)
  expect(wizard.check.lost).toBe(0)

  wizard.go('columns')
  wizard.columns.assign(3, 'auto_note')
  expect(wizard.check.lost).toBe(2)
  wizard.go('check')
  await expect.poll(() => wizard.check.result?.invalid).toBe(1)
  expect(wizard.check.result).toMatchObject({ leftOut: 0, toSend: 2 })
  expect(wizard.check.lost).toBe(2)

  await wizard.discard()
  expect(wizard.check.lost).toBe(0)
})

test('the cells of such rows are those that a file would have: what is guarded from a spreadsheet is sent as it was typed', async () => {
  const draftId = drafts.beginValues('edits', ['auto_id', 'currency_id', 'auto_note'], 'edit')
  await drafts.add(draftId, [
    [39_000_001, 2, '=1+1'],
    [39_000_002, 2, "'=1+1"],
  ])
  await wizard.takeMade({ draftId, fileName: 'edits', header: ['auto_id', 'currency_id', 'auto_note'] })
  const shown = async () => (await drafts.rows(draftId, { filter: 'all' }, 0, 2)).rows
  expect((await shown()).map(({ cells }) => cells)).toEqual([
    ['39000001', 'EUR', "'=1+1"],
    ['39000002', 'EUR', "''=1+1"],
  ])
  expect((await shown()).map(({ payload }) => payload.auto_note)).toEqual(['=1+1', "'=1+1"])
  await drafts.fix(draftId, 1, 2, "'=2+2")
  expect((await shown())[0]).toMatchObject({
    cells: ['39000001', 'EUR', "'=2+2"],
    payload: { auto_note: '=2+2' },
  })
})

test('the changes of rows that a discarded file takes with it are counted, also those that a new check lost', async () => {
  await take('auto_id;price;currency_id\n5;100;USD\n')
  wizard.go('check')
  await eventually(() => expect(wizard.check.rows.at(0)).toBeDefined())
  expect(wizard.changes).toBe(0)
  const row = wizard.check.rows.at(0)
  if (row) await wizard.check.fix(row, 1, '200')
  expect(wizard.changes).toBe(1)
  wizard.check.clear()
  expect(wizard.changes).toBe(1)
  await wizard.discard()
  expect(wizard.changes).toBe(0)
})

/** Takes a row whose modification may be two, and one that may be sent at once, and answers the one question. */
async function answer(id: number): Promise<void> {
  const cars = ['BMW,X5,Бензин,Comfort,USD,31000', 'BMW,X5,Бензин Автомат,Comfort,USD,32000']
  const text = `Марка,Модель,Модифікація,Комплектація,Валюта,Ціна\n${cars.map((car) => `${car}\n`).join('')}`
  await wizard.take('cars.csv', new Blob([text], { type: 'text/csv' }))
  wizard.go('check')
  const { names } = wizard.check
  await eventually(() => expect(names.unknown?.values).toHaveLength(1))
  expect(wizard.sendable).toBe(true)
  names.choose(names.unknown?.values[0] ?? expect.fail(), id)
  expect(wizard.hasAnswers).toBe(true)
}

test('answers are given once, however often they are used meanwhile', async () => {
  await answer(1)
  await Promise.all([wizard.useAnswers(), wizard.useAnswers()])
  expect(wizard.check.names.unknown).toBeNull()
  expect(wizard.check.names.given).toHaveLength(1)
  expect(wizard.check.result?.toSend).toBe(2)
})

test('answers may raise another question, or fail', async () => {
  await answer(2)
  await wizard.useAnswers()
  expect(wizard.check.names.unknown?.values).toMatchObject([{ field: 'equip_id', value: 'Comfort' }])
  await wizard.discard()

  await answer(1)
  choose = () => Promise.reject(new Fault('internal'))
  await wizard.useAnswers()
  expect(wizard.check.names.failure).not.toBeNull()
})
