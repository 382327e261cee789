import { expect, it } from 'vitest'
import * as SheetJs from 'xlsx'
import { emptyAccount, openDrafts } from '../drafts.ts'

const { folder, service } = openDrafts()

const header = ['Код', 'auto_id', 'price', 'currency_id']
const cells = [123, 39_100_007, 24_900, 'USD'] as const
const formats = ['00000', '0000000000', '0000000', undefined] as const

function bySheetJs(bookType: SheetJs.BookType): Buffer {
  const sheet = SheetJs.utils.aoa_to_sheet([header, [...cells]])
  for (const [at, format] of formats.entries()) {
    const cell = sheet[SheetJs.utils.encode_cell({ r: 1, c: at })] as SheetJs.CellObject
    if (format) cell.z = format
  }
  const book = SheetJs.utils.book_new()
  SheetJs.utils.book_append_sheet(book, sheet, 'Склад')
  return SheetJs.write(book, { bookType, type: 'buffer' }) as Buffer
}

it.each([
  ['SheetJS.xlsx', 'xlsx'],
  ['SheetJS.xml', 'xlml'],
] as const)(
  'a key keeps the zeros of its format in %s, an id and a price mean the same',
  async (name, bookType) => {
    const draftId = service.openPath(folder.write(name, bySheetJs(bookType)))
    const choice = { shape: {}, mapping: null, operation: 'edit' } as const
    const check = await service.check(draftId, choice, emptyAccount)
    expect(check).toMatchObject({ rows: 1, toSend: 1 })
    const { rows } = await service.rows(draftId, { filter: 'all' }, 0, 10)
    expect(rows[0]?.cells).toEqual(['00123', '0039100007', '0024900', 'USD'])
    const [planned] = await (await service.staged(draftId)).rows()
    expect(planned).toMatchObject({ autoId: 39_100_007, payload: { price: 24_900 } })
    await service.drop(draftId)
  },
)
