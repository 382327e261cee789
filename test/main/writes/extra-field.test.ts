import { Readable } from 'node:stream'
import Papa from 'papaparse'
import { describe, expect, it, vi } from 'vitest'
import type * as Table from '#shared/batch/write-fields.ts'
import { deriveOperation } from '#shared/import/column-needs.ts'
import { type AdvertRow, advertRowSchema } from '#shared/inventory/advert.ts'
import { unknownCells } from '#shared/inventory/column-lists.ts'
import { bulkChangeSchema } from '#shared/staged/bulk-change.ts'
import { cellRefSchema } from '#shared/staged/staged-edit.ts'
import { check } from '../../../src/main/import/check/check.ts'
import { planRows } from '../../../src/main/import/check/row-plan.ts'
import { mapHeader } from '../../../src/main/import/columns/header.ts'
import { compareRow } from '../../../src/main/import/compare/row-compare.ts'
import { templateOf } from '../../../src/main/import/template.ts'
import { exportCsv } from '../../../src/main/inventory/inventory-export.ts'
import type { AdvertFacts } from '../../../src/main/inventory/advert-rows.ts'
import type { JournalRow } from '../../../src/main/batch/journal/journal-row.ts'
import { wholeFile, wholeOf } from '../../../src/main/files/file-bytes.ts'
import { failedForm, reportChunks } from '../../../src/main/batch/reading/report.ts'
import type { LiveAdvert } from '../../../src/main/batch/sending/advert-port.ts'
import { guardRow } from '../../../src/main/batch/sending/guard.ts'
import { judgeEdit } from '../../../src/main/batch/settle/settle-change.ts'
import { fits } from '../../../src/main/batch/settle/match-creates.ts'
import { undoRow } from '../../../src/main/batch/undo/undo-rows.ts'
import { createPayload, editPayload } from '../../../src/main/writes/advert-write.ts'
import { hiddenValues, shownValues, writtenAdvert } from '../../../src/main/writes/shown-values.ts'
import type { Values } from '../../../src/main/writes/values.ts'
import { editableColumn, editText } from '../../../src/renderer/inventory/advert-edits.ts'
import { advertColumns } from '../../../src/renderer/inventory/advert-words.ts'
import { fieldText, paneFields } from '../../../src/renderer/staged/edited-advert.ts'
import { columnWords, valueWords } from '../../../src/renderer/writes/field-words.ts'
import { source } from '../batch/dealership.ts'
import { recordOf } from '../import/check/record-of.ts'

/**
 * Two made-up parameters, in the table alone: one that no read shows and one that reads show as `headline`. What can't be
 * found in the table doesn't compile: see write-fields.type-negative.ts.
 */
vi.mock('#shared/batch/write-fields.ts', async (original) => {
  const real = await original<typeof Table>()
  const taken = { create: 'optional', edit: 'optional' } as const
  const extra = {
    leasing: {
      ...{ kind: 'flag', takenBy: taken, shownAs: null, editedIn: 'own', example: '1' },
      label: () => 'Leasing possible',
      names: { en: 'on lease', uk: 'лізинг', ru: 'лизинг' },
    },
    headline: {
      ...{ kind: 'text', takenBy: taken, shownAs: 'headline', editedIn: 'row', example: 'As new' },
      label: () => 'Headline',
      names: { en: 'slogan', uk: 'гасло', ru: 'лозунг' },
    },
  }
  return { ...real, writeFields: { ...real.writeFields, ...extra } satisfies Record<string, Loose> }
})

type Loose = Omit<Table.WriteField, 'kind' | 'takenBy' | 'editedIn'> & { kind: string; editedIn?: string }

const header = ['auto_id', 'currency_id', 'Лізинг', 'slogan']

function read(cells: readonly string[]) {
  const mapping = mapHeader(header, { file: 'f.csv', line: 1 })
  const plan = planRows({
    header,
    mapping,
    operation: 'edit',
    decimalMark: '.',
    userId: 7,
    baseUrlLength: 40,
  })
  const row = check(recordOf(cells), plan)
  const codes = row.problems.map(({ column, code }) => `${column} ${code}`)
  return { codes, payload: row.payload }
}

const live = (headline: string): LiveAdvert => {
  const advert: LiveAdvert & { headline: string } = {
    ...{ autoId: 5, userId: 7, markaId: 9, modelId: 96, usd: 100, eur: 90, uah: 4_100, currency: 1 },
    ...{ description: 'd', version: 'v', addDate: '2026-11-21 10:00:00', updateDate: null },
    ...{ title: 't', headline, baseId: null, equipId: null },
  }
  return advert
}

const stored = (payload: Values, before: Values): JournalRow => ({
  ...{
    id: 1,
    batch: 1,
    line: 2,
    operation: 'edit',
    state: 'done',
    autoId: 5,
    payload,
    before,
    problems: [],
    cells: null,
  },
  ...{
    outcomeSource: 'response',
    errorCode: null,
    errorDetail: null,
    attempts: 1,
    doubt: false,
    overwrite: false,
    updatedAt: '',
  },
  write: null,
})

const rowsOf = (bytes: Uint8Array) =>
  Papa.parse<Record<string, string>>(new TextDecoder().decode(bytes), { header: true, skipEmptyLines: true })

const currency = { currency_id: 1 }

describe('a field that is in the table alone', () => {
  it('is known in the header by all its names, and makes an edit', () => {
    const mapping = mapHeader(header, { file: 'f.csv', line: 1 })
    expect(mapping).toEqual(['auto_id', 'currency_id', 'leasing', 'headline'])
    expect(mapHeader(['лизинг', 'HEADLINE'], { file: 'f.csv', line: 1 })).toEqual(['leasing', 'headline'])
    expect(deriveOperation(mapHeader(['auto_id', 'on lease'], { file: 'f.csv', line: 1 }), [])).toBe('edit')
  })

  it('is checked and becomes a parameter', () => {
    expect(read(['5', 'USD', 'так', 'Нове'])).toEqual({
      codes: [],
      payload: { auto_id: 5, currency_id: 1, leasing: 1, headline: 'Нове' },
    })
    expect(read(['5', 'USD', 'x', ''])).toMatchObject({ codes: ['leasing not-a-flag'] })
    expect(read(['5', 'USD', '', ' '])).toMatchObject({ codes: [' nothing-to-change'] })
  })

  it('counts in the length of the URL', () => {
    expect(read(['5', 'USD', '1', 'ж'.repeat(1_400)])).toMatchObject({ codes: ['headline url-too-long'] })
  })

  it('is part of what the service is sent', () => {
    const edit = { auto_id: 5, currency_id: 1, leasing: 1, headline: 'Нове' }
    expect(editPayload.parse(edit)).toEqual(edit)
    expect(editPayload.safeParse({ ...edit, leasing: 2 }).success).toBe(false)
    const create = { marka_id: 9, model_id: 96, base_id: 1, equip_id: 2, currency_id: 1 }
    expect(createPayload.parse({ ...create, leasing: 0 })).toEqual({ ...create, leasing: 0 })
  })

  it('is compared old with new', () => {
    const known = { title: 't', userId: 7, gone: false, prices: {} }
    const current = { ...known, values: { currency_id: 1, leasing: 1, headline: 'a' } }
    const compare = (payload: Values) =>
      compareRow('edit', { auto_id: 5, ...currency, ...payload }, current, 7)
    expect(compare({ leasing: 0 }).comparison).toMatchObject({ before: { leasing: 1 }, unchanged: false })
    expect(compare({ leasing: 1, headline: 'a' }).comparison).toMatchObject({ unchanged: true })
    expect(compare({ headline: 'b' }).comparison).toMatchObject({
      before: { headline: 'a' },
      unchanged: false,
    })
    expect(compareRow('delete', { auto_id: 5 }, current, 7).comparison?.before).toEqual(current.values)
  })

  it('stops an edit if it was changed since', () => {
    const write = { operation: 'edit', payload: { auto_id: 5, currency_id: 1, version: 'w' } } as const
    const row = { ...stored(write.payload, { headline: 'a' }), write }
    const expected = { userId: 7, cached: null, fresh: [] }
    expect(guardRow(row, live('a'), expected)).toBeNull()
    expect(guardRow(row, live('b'), expected)).toMatchObject({
      state: 'conflict',
      error: { code: 'changed-since', detail: 'headline: a → b' },
    })
  })

  it('keeps an undo from being called exact', () => {
    const known = (hidden: Values) => ({
      writtenBefore: () => hidden,
      now: () => ({ values: {}, gone: false }),
    })
    const priced = { ...currency, price: 100 }
    const shown = stored({ ...priced, headline: 'b' }, { ...priced, headline: 'a' })
    expect(undoRow([shown], known({}))).toMatchObject({ errorCode: 'undo-exact', payload: { headline: 'a' } })
    const hidden = stored({ ...priced, headline: 'b', leasing: 1 }, { ...priced, headline: 'a' })
    const inPart = undoRow([hidden], known({}))
    expect(inPart).toMatchObject({ errorCode: 'undo-partial', payload: { headline: 'a' } })
    expect(inPart.problems).toMatchObject([{ column: 'leasing', code: 'old-value-unknown' }])
    expect(undoRow([hidden], known({ leasing: 0 }))).toMatchObject({
      errorCode: 'undo-partial',
      payload: { headline: 'a', leasing: 0 },
    })
  })

  it('decides about an edit and a create in doubt', () => {
    const edit = (payload: Values, headline: string) =>
      judgeEdit({ ...currency, ...payload }, { ...currency, headline: 'a' }, live(headline))
    expect(edit({ headline: 'b' }, 'b')).toBe('done')
    expect(edit({ headline: 'b' }, 'a')).toBe('again')
    expect(edit({ headline: 'b' }, 'c')).toBe('conflict')
    // Nothing that a read shows was to change: nothing proves that it was written.
    expect(edit({ leasing: 1 }, 'a')).toBe('again')
    const payload = {
      marka_id: 9,
      model_id: 96,
      base_id: 1,
      equip_id: 2,
      currency_id: 1,
      headline: 'b',
    } as const
    const create = {
      ...{ row: 1, payload, sending: false },
      ...{ sentAt: '2026-11-21 09:00:00', until: '2026-11-21 09:06:00' },
    }
    expect([fits(create, live('b')), fits(create, live('a'))]).toEqual([true, false])
  })

  it('is among the values of a read and of our own writes', () => {
    expect(shownValues(live('a'))).toMatchObject({ headline: 'a' })
    expect(hiddenValues({ leasing: 1, headline: 'a', price: 5 })).toEqual({ leasing: 1 })
    const written = { currency_id: 2, price: 90, marka_id: 9, leasing: 1, headline: 'a' }
    expect(writtenAdvert(5, written)).toEqual({
      ...{ autoId: 5, markaId: 9, modelId: null, currency: 2, usd: null, eur: 90, uah: null },
      ...{ description: null, version: null, headline: 'a' },
    })
  })

  it('is exported under its own header', async () => {
    const facts: AdvertFacts = {
      ...unknownCells,
      ...{
        id: 5,
        title: 't',
        userId: 7,
        makeId: 9,
        make: 'Audi',
        modelId: 96,
        model: 'Q5',
        usd: 100,
        eur: 90,
      },
      ...{ uah: 4_100, mainCurrency: 'EUR', version: 'v', description: 'd' },
    }
    const { chunks } = exportCsv(Readable.from([[facts]]), () => ({ leasing: 1 }))
    const { data, meta } = rowsOf(await wholeOf(chunks))
    expect(meta.fields?.slice(-3)).toEqual(['make', 'model', 'state'])
    expect(data).toMatchObject([
      {
        auto_id: '5',
        currency_id: 'EUR',
        price: '90',
        auto_note: 'd',
        leasing: '1',
        make: 'Audi',
        state: 'live',
      },
    ])
    expect(meta.fields).toContain('headline')
  })

  it('has a column in templates and in the failed rows of an undo', async () => {
    for (const operation of ['create', 'edit'] as const)
      expect(rowsOf(templateOf(operation).text).data).toMatchObject([{ leasing: '1', headline: 'As new' }])
    expect(rowsOf(templateOf('delete').text).meta.fields).toEqual(['auto_id'])
    const row = {
      ...stored({ ...currency, leasing: 1, headline: 'b' }, {}),
      ...{ errorMessage: '', cells: null, firstSentAt: null },
    }
    const pages = [[row]].values()
    const chunks = reportChunks(failedForm(source(7, { undoOf: 'x' })), Readable.from(pages))
    const failed = await wholeFile({ fileName: '', chunks })
    expect(rowsOf(failed.text).meta.fields).toEqual(expect.arrayContaining(['leasing', 'headline']))
    expect(rowsOf(failed.text).data).toMatchObject([
      { action: 'edit', auto_id: '5', leasing: '1', headline: 'b' },
    ])
  })

  it('has words on the screen', () => {
    expect(columnWords('leasing')).toBe('Leasing possible')
    expect(valueWords('leasing', 1)).toBe(valueWords('in_stock', 1))
  })

  it('can be staged, one by one and in bulk', () => {
    const accepts = (field: string, change: object) =>
      cellRefSchema.safeParse({ advert: 5, field }).success &&
      bulkChangeSchema.safeParse({ ...change, field }).success
    expect(accepts('leasing', { kind: 'flag', value: 1 })).toBe(true)
    expect(accepts('headline', { kind: 'text', template: 'As new' })).toBe(true)
    expect(accepts('leasing', { kind: 'text', template: 'As new' })).toBe(false)
    expect(accepts('marka_id', { kind: 'text', template: 'As new' })).toBe(false)
  })

  it('has a column of the grid that begins with what is known, and takes edits', () => {
    const titles = advertColumns(Date.now).map(({ id, title }) => `${id} ${title}`)
    expect(titles).toEqual(expect.arrayContaining(['leasing Leasing possible', 'headline Headline']))
    const row = { ...gridRow, headline: 'As new', extra: { leasing: 1 } } as unknown as AdvertRow
    expect(advertRowSchema.parse(row).extra).toEqual({ leasing: 1 })
    expect(editText(row, 'leasing')).toBe(valueWords('in_stock', 1))
    expect(editText(row, 'headline')).toBe('As new')
    for (const column of ['leasing', 'headline'])
      expect(editableColumn(row, column)).toEqual({ field: column, currency: null })
  })

  it('is in the pane of an advert, after the fields of its kind', () => {
    expect(paneFields).toEqual([
      ...['price', 'version', 'headline', 'auto_note', 'in_stock', 'test_drive', 'leasing'],
    ])
    const detail = { row: { ...gridRow, headline: 'As new' }, description: 'd', written: { leasing: 0 } }
    const begins = (field: string) => fieldText(field as 'version', detail as never, undefined)
    expect([begins('leasing'), begins('headline'), begins('auto_note')]).toEqual(['0', 'As new', 'd'])
  })
})

const gridRow: AdvertRow = {
  ...unknownCells,
  ...{ id: 5, title: 't', makeId: 9, make: 'Audi', modelId: 96, model: 'Q5', version: 'v', year: 2020 },
  ...{ mileage: 5, usd: 100, eur: 90, uah: 4_100, mainCurrency: 'USD' },
}
