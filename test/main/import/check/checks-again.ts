import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkFile } from '../../../../src/main/import/check/check-file.ts'
import { Duplicates } from '../../../../src/main/import/check/duplicates.ts'
import { TableBounds } from '../../../../src/main/import/check/outside-table.ts'
import { planRows } from '../../../../src/main/import/check/row-plan.ts'
import { mapHeader } from '../../../../src/main/import/columns/header.ts'
import { lookAtFile } from '../../../../src/main/import/columns/file-shape.ts'
import { withSource } from '../../../../src/main/import/csv/source-file.ts'

/** `node --expose-gc checks-again.ts`: checks a file again and again, and clears the memory after each time. */
const header = ['marka_id', 'model_id', 'base_id', 'equip_id', 'currency_id', 'price']
const shape = { encoding: 'utf-8', delimiter: ',', decimalMark: '.' } as const
const rows = 60_000
const line = (row: number): string => `${1 + (row % 300)},${1 + (row % 9_000)},${row},1,1,${5_000 + row}\n`

function check(path: string): number {
  return withSource(path, 'again.csv', (source) => {
    const { headerRecords, header: found } = lookAtFile(source, shape)
    const mapping = mapHeader(header, { file: 'again.csv', line: 1 })
    const plan = planRows({
      header,
      mapping,
      operation: 'create',
      decimalMark: '.',
      userId: 7,
      baseUrlLength: 40,
    })
    const bounds = new TableBounds(headerRecords, found.cells.length)
    let checked = 0
    for (const chunk of checkFile(source, { shape, plan, duplicates: new Duplicates(), bounds }))
      checked += chunk.check().length
    return checked
  })
}

const folder = mkdtempSync(join(tmpdir(), 'forecourt-again-'))
try {
  const path = join(folder, 'again.csv')
  writeFileSync(path, `${header.join(',')}\n${Array.from({ length: rows }, (_, row) => line(row)).join('')}`)
  for (let time = 0; time < 4; time++) {
    if (check(path) !== rows) throw new Error('not every row was checked')
    globalThis.gc?.()
  }
} finally {
  rmSync(folder, { recursive: true })
}
