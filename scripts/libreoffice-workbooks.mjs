/**
 * Saves the sample workbooks of the tests with LibreOffice, as those who fill a table in it do:
 *
 *   node scripts/libreoffice-workbooks.mjs
 *
 * The files in test/fixtures/workbooks are read by test/main/import/sheet/workbook-oracle.test.ts. On Debian, LibreOffice
 * is `apt-get install --no-install-recommends libreoffice-calc`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { saveWithLibreOffice } from '../test/main/import/sheet/libreoffice.ts'
import { plainSample, sampleWriters } from '../test/main/import/sheet/sample-workbooks.ts'

const target = join(import.meta.dirname, '..', 'test', 'fixtures', 'workbooks')
const folder = mkdtempSync(join(tmpdir(), 'forecourt-workbooks-'))
try {
  mkdirSync(target, { recursive: true })
  const written = []
  for (const { name, write } of sampleWriters) {
    const path = join(folder, `${name.replaceAll(' ', '-')}.xlsx`)
    writeFileSync(path, await write())
    written.push(path)
  }
  saveWithLibreOffice(written, 'xlsx', target)
  const plain = join(folder, 'plain.xlsx')
  writeFileSync(plain, await plainSample())
  for (const format of ['ods', 'xls', 'fods']) saveWithLibreOffice([plain], format, target)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
