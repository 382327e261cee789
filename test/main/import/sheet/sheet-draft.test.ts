import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { faultOf } from '../csv-files.ts'
import { xlsxOf } from './xlsx-file.ts'
import { emptyAccount, openDrafts } from '../drafts.ts'

const { folder, dataDir, service } = openDrafts()

const header = ['auto_id', 'price', 'currency_id']
const book = xlsxOf([
  { name: 'A', rows: [header, [5, 100, 'USD']] },
  { name: 'B', rows: [['Прайс'], header, [6, 200, 'USD'], [7, 300, 'USD']] },
])
const choice = (sheet?: string) => ({
  shape: sheet === undefined ? {} : { sheet },
  mapping: null,
  operation: null,
})

it('is read from the sheet that was chosen last, and says so in all that follows', async () => {
  const draftId = service.openPath(folder.write('book.xlsx', book))
  const first = await service.inspect(draftId, {})
  expect(first.file).toMatchObject({ headerLine: 1, sheet: { name: 'A', names: ['A', 'B'] } })
  const second = await service.inspect(draftId, { sheet: 'B' })
  expect(second).toMatchObject({
    file: { headerLine: 2, sheet: { name: 'B' } },
    above: [{ line: 1, cells: ['Прайс'] }],
    sample: [
      ['6', '200', 'USD'],
      ['7', '300', 'USD'],
    ],
    sampleLines: [3, 4],
  })
  const check = await service.check(draftId, choice('B'), emptyAccount)
  expect(check).toMatchObject({ rows: 2, toSend: 2, file: { sheet: { name: 'B' } } })
  expect(await service.check(draftId, choice('A'), emptyAccount)).toMatchObject({
    rows: 1,
    file: { sheet: { name: 'A' } },
  })
  await service.drop(draftId)
})

it('keeps its rows to their owner, and leaves none of them behind', async () => {
  const draftId = service.openPath(folder.write('book.xlsx', book))
  await service.check(draftId, choice(), emptyAccount)
  const table = join(dataDir, 'drafts', `${draftId}.table`)
  expect(statSync(table).mode & 0o777).toBe(0o600)
  await service.drop(draftId)
  expect(existsSync(table)).toBe(false)
  const broken = service.openPath(folder.write('broken.xlsx', book.subarray(0, book.length - 40)))
  expect(await faultOf(() => service.inspect(broken, {}))).toMatchObject({ code: 'sheet-broken' })
  await service.drop(broken)
  expect(readdirSync(join(dataDir, 'drafts'))).toEqual([])
})

it('is not planned if the workbook was changed since its check', async () => {
  const path = folder.write('book.xlsx', book)
  const draftId = service.openPath(path)
  await service.check(draftId, choice(), emptyAccount)
  expect((await service.staged(draftId)).sha256).toHaveLength(64)
  writeFileSync(path, xlsxOf([{ name: 'A', rows: [header, [5, 999, 'USD']] }]))
  expect(await faultOf(() => service.staged(draftId))).toMatchObject({
    code: 'file-unreadable',
    reason: 'changed',
  })
  await service.drop(draftId)
})
