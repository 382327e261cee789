import { describe, expect, it } from 'vitest'
import { faultOf } from '../csv-files.ts'
import { emptyAccount, openDrafts } from '../drafts.ts'

const { folder, service } = openDrafts()

async function check(lines: readonly string[]) {
  const draftId = service.openPath(folder.write('ragged.csv', `${lines.join('\n')}\n`))
  await service.check(draftId, { shape: {}, mapping: null, operation: null }, emptyAccount)
  const { rows } = await service.rows(draftId, { filter: 'all' }, 0, 500)
  return { draftId, rows }
}

/** Of each row its line, whether it would be sent, and its problems apart from those of an unknown advert. */
async function found(lines: readonly string[]) {
  const { rows } = await check(lines)
  return rows.map(({ line, valid, problems }) => [
    line,
    valid,
    ...problems.map(({ code }) => code).filter((code) => code !== 'advert-not-cached'),
  ])
}

const header = 'auto_id,currency_id,price,auto_note,version,in_stock'

describe('blank cells behind those of the header', () => {
  it('are fine if nearly all rows have them', async () => {
    expect(await found([header, '1,1,500,a,b,1,,', '2,1,500,a,b,1,,', '3,1,500,a,b,1,,'])).toEqual([
      [2, true],
      [3, true],
      [4, true],
    ])
  })

  it('are a problem in a row whose text was shifted by a delimiter', async () => {
    const shifted = '2,1,500,Торг, обмін,,,'
    expect(await found([header, '1,1,500,a,b,1', shifted, '3,1,500,a,b,1'])).toEqual([
      [2, true],
      [3, false, 'too-many-cells'],
      [4, true],
    ])
    expect(await found([header, shifted])).toEqual([[2, false, 'too-many-cells']])
    const usual = '1,1,500,a,b,1,'
    expect(await found([header, ...Array<string>(20).fill(usual), shifted])).toContainEqual([
      22,
      false,
      'too-many-cells',
    ])
  })
})

describe('a short row', () => {
  it('is fine and said if only optional cells are missing', async () => {
    const { rows } = await check([header, '1,1,500,a', '2,1,500,a,b,1'])
    expect(rows[0]).toMatchObject({ valid: true, payload: { auto_id: 1, price: 500, auto_note: 'a' } })
    const said = rows[0]?.problems.find(({ code }) => code === 'short-row')
    expect(said).toMatchObject({ severity: 'warning', column: 'version' })
    expect(said?.message).toContain('in the row: 4')
  })

  it('is refused if it is cut off before what the row needs', async () => {
    expect(await found([header, '1', '2,1', '3,1,500'])).toEqual([
      [2, false, 'too-few-cells'],
      [3, false, 'too-few-cells'],
      [4, true, 'short-row'],
    ])
  })
})

describe('a stray quotation mark that swallows rows', () => {
  const row = (id: number): string => `${id},1,500,Опис ${id},b,1`
  const named = 'Марка;Модель;Модифікація;Комплектація;Ціна, $;Опис'
  const bmw = 'BMW;X5;40d;Base;61 900'

  it.each([
    [
      'closed by the next stray one',
      ['1,1,500,"Диски 19,b,1', row(2), row(3), '4,1,500,19",b,1', row(5)],
      [2, 5, 3],
      6,
    ],
    ['closed by a quoted cell', ['1,1,500,"Диски,b,1', row(2), '3,1,500,"Опис",b,1', row(4)], [2, 4, 2], 5],
    ['of an earlier column', ['"1,1,500,x,b,1', row(2), '3,1,500,19",b,1', row(4)], [2, 4, 2], 5],
    [
      'behind a text of several lines',
      ['1,1,500,"a\nb","c,1', row(2), '3,1,500,19",b,1', row(4)],
      [3, 5, 2],
      6,
    ],
  ])('is told with both lines: %s', async (_how, lines, [line, last, count], next) => {
    const { rows } = await check([header, ...lines])
    expect(rows.map((each) => [each.line, each.valid])).toEqual([
      [2, false],
      [next, true],
    ])
    const [problem, ...others] = rows[0]?.problems ?? []
    expect(problem?.code).toBe('rows-swallowed')
    for (const text of [`line ${line}`, `line ${last}`, `${count} lines`])
      expect(problem?.message).toContain(text)
    expect(others).toEqual([])
  })

  it('can not be fixed in passing: its rows would be lost', async () => {
    const { draftId } = await check([header, '1,1,500,"Диски 19,b,1', row(2), '3,1,500,19",b,1'])
    expect(await faultOf(() => service.fix(draftId, 2, 3, 'Диски'))).toMatchObject({
      code: 'rows-swallowed',
      line: 2,
    })
  })

  it.each([
    ['with prices that have their unit', [named, `${bmw};"Диски 19`, 'Audi;A4;Quattro;S line;16 500 $;19"']],
    ['of cars without a price', [named, `${bmw};"Диски 19`, 'Audi;A4;Quattro;S line;;екран 10"']],
    ['that ends the row behind its text', ['ID;Назва;Ціна, $', '39100001;"Ford 19;15500', '7;19";16500']],
    [
      'whose row has a price that is none, and an id',
      ['ID;Ціна;Валюта;Опис', '39100001;15500;USD;"Диски 19', '39100002;за запитом;;екран 10"'],
    ],
    [
      'closed by a quoted cell behind a mark in a text',
      [named, 'BMW;X5;екран 19" new;Base;61 900;"Диски 19', 'Audi;A4;Quattro;S line;договірна;"Новий"'],
    ],
    [
      'closed by the first cell of the next row',
      ['"ID";"Ціна, $";"Опис"', '"39100001";"9100";"Диски 19""', '"39100002";"9200";"X5"'],
    ],
  ])('is found in a file %s', async (_what, lines) => {
    const { draftId, rows } = await check(lines)
    expect(rows.map(({ line, problems }) => [line, problems.map(({ code }) => code)])).toEqual([
      [2, ['rows-swallowed']],
    ])
    expect(await faultOf(() => service.fix(draftId, 2, 0, '1'))).toMatchObject({ code: 'rows-swallowed' })
  })

  it.each([
    'Ціна 12, торг\nКиїв, 5, вул. Київська, 12, так, 1',
    'ABS, ESP, клімат, круїз, камера, підігрів\nlitrazh, 1,5, турбо, люк, шкіра',
    '1. Новий\n2. Гарантія 3 роки\n3. Торг',
    '12, вул. Київська\n15, вул. Садова',
    'ABS, ESP\n,,,,,\n0671234567, Олег',
    'Комплект: ABS, ESP, люк\n\nТорг 500 $, обмін',
  ])('is not seen in a text of several lines: %j', async (text) => {
    expect(await found([header, `1,1,500,"${text}",b,1`, row(2)])).toContainEqual([2, true])
  })
})
