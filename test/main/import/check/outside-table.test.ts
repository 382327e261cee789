import { describe, expect, it } from 'vitest'
import type { ColumnMapping } from '#shared/import/draft.ts'
import { faultOf } from '../csv-files.ts'
import { emptyAccount, openDrafts } from '../drafts.ts'
const { folder, service } = openDrafts()

async function check(text: string, headerLine?: number, mapping: ColumnMapping | null = null) {
  const draftId = service.openPath(folder.write('outside.csv', text))
  const { outside, rows, toSend } = await service.check(
    draftId,
    { shape: headerLine === undefined ? {} : { headerLine }, mapping, operation: null },
    emptyAccount,
  )
  const window = await service.rows(draftId, { filter: 'all' }, 0, 100)
  await service.drop(draftId)
  return { outside, rows, toSend, lines: window.rows.map(({ line }) => line) }
}

it('knows a repeated header that begins with a digit, as its rows do', async () => {
  const found = await check(
    '1C;auto_id;price;currency_id\n1;5;100;USD\n1C;auto_id;price;currency_id\n1;6;100;USD\n',
  )
  expect(found.lines).toEqual([2, 4])
  expect(found.outside).toMatchObject([{ reason: 'repeated-header', lines: [3] }])
})

it('keeps rows whose text only begins like totals, or that are filled', async () => {
  const found = await check(
    'Опис;auto_id;price;currency_id\nТоталізатор у подарунок;5;100;USD\nРазом;6;100;USD\nSumatra;7;100;USD\n',
  )
  expect(found.lines).toEqual([2, 3, 4])
  expect(found.outside).toEqual([])
})

const totalWords = [
  'Total',
  'Totals',
  'Grand total',
  'Subtotal',
  'Sum',
  'Разом',
  'Всього',
  'Усього',
  'Підсумок',
  'Сума',
  'Итого',
]
const totalTexts = [...totalWords, 'Всего', 'Итог'].flatMap((word) => [
  word,
  `${word} 3 owners`,
  `${word} 5000 км`,
  `${word}: усе є`,
  `${word} кілометрів: 5000`,
])

it.each([7, 39_000_001])(
  'keeps edits whose texts are those of totals: they have an id, as %i, and a price',
  async (id) => {
    const edits = totalTexts.map((text, at) => `${text};${id + at};9100;USD;\n`)
    const totals = totalTexts.map((text) => `${text};;9100;;\n`)
    const found = await check(`Опис;auto_id;price;currency_id;Версія\n${edits.join('')}${totals.join('')}`)
    expect(found).toMatchObject({
      toSend: totalTexts.length,
      lines: totalTexts.map((_, at) => at + 2),
      outside: [{ reason: 'totals', count: totalTexts.length }],
    })
  },
)

it.each(['Total 3 owners', 'Всього 5000 км пробігу'])('keeps other rows whose text is “%s”', async (text) => {
  const create = 'auto_note;marka_id;model_id;base_id;equip_id;currency_id;price;version'
  expect((await check(`${create}\n${text};9;96;1001;2001;USD;9100;\n${text};;;;;;9100;\n`)).lines).toEqual([
    2,
  ])
  const named = 'Опис;Марка;Модель;Модифікація;Комплектація;Валюта;Ціна;Версія'
  expect((await check(`${named}\n${text};BMW;X5;40d;Comfort;USD;9100;\n${text};;;;;;9100;\n`)).lines).toEqual(
    [2],
  )
  // What is wrong with a row is told as an error of it, and not as totals.
  expect((await check(`${named}\n${text};BMW;X5;;;USD;9100;\n`)).lines).toEqual([2])
  const mixed = 'Опис;action;auto_id;price;currency_id;Версія'
  const rows = `${text};edit;39000001;9100;USD;\n${text};delete;39000002;;;\n${text};;;9100;;\n`
  expect((await check(`${mixed}\n${rows}`)).lines).toEqual([2, 3])
})

it('keeps a second car that is the same as the first row of a file without a header', async () => {
  const car = 'BMW;X5;40d;Comfort;USD;9100\n'
  const columns: ColumnMapping = ['marka_id', 'model_id', 'base_id', 'equip_id', 'currency_id', 'price']
  expect((await check(`${car}Audi;Q7;45;S line;USD;9200\n${car}`, undefined, columns)).lines).toEqual([2, 3])
})

it.each([
  [
    'a header whose quote never closes',
    'auto_id,price,"currency_id\n2,200,USD\n3,300,USD\n',
    'quote-unclosed',
  ],
  ['totals whose quote never closes', 'Total,"57\n2,200,USD\n3,300,USD\n', 'quote-unclosed'],
  ['totals that hold rows', 'Total,"57\n2,200,USD\n3,300,USD"\n', 'rows-swallowed'],
])('takes %s for a row with an error, so that the lines in it are told', async (_, text, code) => {
  const draftId = service.openPath(
    folder.write('hidden.csv', `auto_id,price,currency_id\n1,100,USD\n${text}`),
  )
  const asked = { shape: { delimiter: ',' as const }, mapping: null, operation: null }
  const { outside } = await service.check(draftId, asked, emptyAccount)
  const { rows } = await service.rows(draftId, { filter: 'all' }, 0, 100)
  await service.drop(draftId)
  expect(outside).toEqual([])
  expect(rows.map(({ line, problems }) => [line, problems.map((problem) => problem.code)])).toEqual([
    [2, ['advert-not-cached']],
    [3, [code]],
  ])
})

describe('a header in the middle', () => {
  const checkOf = async (text: string, headerLine?: number): Promise<unknown> => {
    const draftId = service.openPath(folder.write('tables.csv', text))
    return service.check(
      draftId,
      { shape: headerLine === undefined ? {} : { headerLine }, mapping: null, operation: null },
      emptyAccount,
    )
  }

  it.each([
    ['with its columns in other places', 'ID;Стара ціна;Ціна;Валюта', 'ID;Ціна;Стара ціна;Валюта'],
    ['with a column between them', 'ID;Ціна;Валюта', 'ID ;валюта;Ціна;Опис'],
    ['with another sum for the price', 'ID;Валюта;Ціна', 'ID;Валюта;Закупка'],
    ['in another language', 'ID;Ціна;Валюта', 'Currency;Price;Car'],
    ['whose number is elsewhere', 'Код;Салон;ID;Ціна, $', 'Салон;Код;ID;Ціна, $'],
  ])('refuses the file %s', async (_how, first, second) => {
    const row = first
      .split(';')
      .map((name) => ({ id: '39100001', ціна: '9100', валюта: 'USD' })[name.toLowerCase()] ?? '')
    const text = `${first}\n${row.join(';')}\n\n${second}\n39100002;9200;9300;USD\n`
    expect(await faultOf(() => checkOf(text))).toMatchObject({ code: 'header-moved', line: 4 })
  })

  it('refuses no file whose header was chosen', async () => {
    const text = 'ID;Ціна;Валюта\n39100001;9100;USD\nID;Ціна;Валюта;Опис\n39100002;9200;USD;x\n'
    expect(await faultOf(() => checkOf(text))).toMatchObject({ code: 'header-moved', line: 3 })
    expect(await checkOf(text, 3)).toMatchObject({
      rows: 1,
      outside: [{ reason: 'above-header', lines: [1, 2] }],
    })
  })

  it.each([
    ['the same once more', 'ID;Ціна;Валюта;Опис', 'ID;Ціна;Валюта;Опис'],
    [
      'a car whose cells repeat names',
      'Марка;Модель;Модифікація;Комплектація;Ціна, $;ABS;Люк',
      'BMW;iX;M;Base;;ABS;Люк',
    ],
    [
      'a car that speaks of money',
      'Марка;Модель;Модифікація;Комплектація;Ціна, $;Опис',
      'BMW;iX;M;Base;договірна ціна;Знижка',
    ],
  ])('refuses none that is %s', async (_what, first, second) => {
    expect(await checkOf(`${first}\n1;2;3;4;5;x\n${second}\n`)).toMatchObject({
      rows: expect.any(Number) as number,
    })
  })
})
