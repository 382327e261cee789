/**
 * Saves the sample workbooks of the tests with LibreOffice, as those who fill a table in it do:
 *
 *   node scripts/libreoffice-workbooks.mjs
 *
 * The files in test/fixtures/workbooks are read by test/main/import/sheet/workbook-oracle.test.ts. On Debian, LibreOffice
 * is `apt-get install --no-install-recommends libreoffice-calc`.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sampleWriters } from '../test/main/import/sheet/sample-workbooks.ts'

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
  saveWithLibreOffice(written, 'xlsx')
  const plain = join(folder, 'plain.xlsx')
  copyFileSync(written[0], plain)
  for (const format of ['ods', 'xls', 'fods']) saveWithLibreOffice([plain], format)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Opens files with LibreOffice and saves them in another format, under their names, in the target. */
function saveWithLibreOffice(paths, format) {
  // A profile of its own: LibreOffice may be open on this machine.
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`
  const to = ['--headless', '--convert-to', format, '--outdir', target]
  const { status, stderr } = spawnSync('soffice', [profile, ...to, ...paths], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`LibreOffice ended with ${status}: ${stderr}`)
}
