import { expect, it } from 'vitest'
import type { ColumnMapping } from '#shared/import/draft.ts'
import { checkRow, payloadOf } from '../../../../src/main/import/check/row-check.ts'
import { planRows } from '../../../../src/main/import/check/row-plan.ts'
import { requireOneEach } from '../../../../src/main/import/columns/header.ts'
import { faultOf } from '../csv-files.ts'
import { recordOf } from './record-of.ts'

const header = ['ID', 'Валюта', 'Опис', 'Комплектація']
const mapping: ColumnMapping = ['auto_id', 'currency_id', 'auto_note', 'auto_note']
const place = { file: 'f.csv', line: 1 }

function noteOf(...texts: string[]): unknown {
  const account = { userId: 7, baseUrlLength: 40 }
  const plan = planRows({ header, mapping, operation: 'edit', decimalMark: ',', ...account })
  const row = checkRow(recordOf(['5', 'USD', ...texts]), plan)
  return row.problems.length > 0 ? row.problems.map(({ code }) => code) : payloadOf(row, plan).auto_note
}

it.each([
  [['Торг', 'Шкіра, люк'], 'Торг Шкіра, люк'],
  [['', 'Шкіра'], 'Шкіра'],
  [['Торг', ' '], 'Торг'],
  [['[]', 'Шкіра'], 'Шкіра'],
  [['[]', ''], ''],
  [['', ''], ['nothing-to-change']],
  [['Торг', '#REF!'], ['cell-error']],
])('joins the texts of two columns: %j', (texts, note) => {
  expect(noteOf(...texts)).toEqual(note)
})

it('joins nothing but texts', async () => {
  requireOneEach(mapping, header, place)
  const twice: ColumnMapping = ['auto_id', 'price', 'price', null]
  expect(await faultOf(() => requireOneEach(twice, header, place))).toMatchObject({
    code: 'header-duplicate',
  })
})
