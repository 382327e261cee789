import { beforeAll, describe, expect, it } from 'vitest'
import { templateOf } from '../../../src/main/import/template.ts'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { openCounter, printed } from './counter.ts'
import { spread, testSome } from '../../whole.ts'
import { perFile } from '../../worlds.ts'

const counter = perFile(() => openCounter(60))
/** Adverts of the account, by which tables name `{0}`, `{1}`. */
let ids: readonly string[] = []

beforeAll(async () => {
  ids = (await counter.stockIds()).map(String)
})

/** The lines that would be sent, those with errors, and what is said of the others. */
async function found(text: string | Uint8Array, ...more: string[]) {
  const named =
    typeof text === 'string' ? text.replaceAll(/\{(\d)\}/g, (_, at) => ids[Number(at)] ?? '') : text
  const ran = await counter.run('import', counter.file('list.csv', named), '--json', ...more)
  const { rows } = printed(ran)
  const linesOf = (state: string): number[] => rows.flatMap((row) => (row.state === state ? [row.line] : []))
  return { ...ran, rows, planned: linesOf('planned'), invalid: linesOf('invalid') }
}

const edits = 'auto_id;currency_id;price;auto_note\n'
const own = (place: number, delimiter = ';') => fourCells(place, delimiter)
const creates = 'marka_id;model_id;base_id;equip_id;currency_id;price;auto_note\n'

describe('a line that is no car', () => {
  testSome(14, [
    // Numbers of columns.
    [`${edits}1;2;3;4\n{0};1;41000;Торг\n`, [3], 'Line 2 numbers the columns'],
    [`${edits}(1);(2);(3);(4)\n{0};1;41000;Торг\n`, [3], 'Line 2 numbers the columns'],
    [`${edits}А;Б;1;2\n{0};1;41000;Торг\n`, [3], 'Line 2 numbers the columns'],
    [`${edits}{0};1;41000;Торг\n1;2;3;4\n{1};1;41000;\n`, [2, 4], 'Line 3 numbers the columns'],
    [`${creates}1;2;3;4;5;6;7\n${own(0)};USD;41000;\n`, [3], 'Line 2 numbers the columns'],
    // Explanations under a header.
    [`${edits}ID оголошення;USD, EUR або UAH;ціна продажу;текст\n{0};1;41000;Торг\n`, [3], 'Line 2 explains'],
    [`${edits}required;required;number, e.g. 25900;optional\n{0};1;41000;Торг\n`, [3], 'Line 2 explains'],
    [
      `${creates}обов’язково;обов’язково;обов’язково;обов’язково;код;сума;\n${own(0)};USD;41000;\n`,
      [3],
      'Line 2 explains',
    ],
    // Comments.
    [
      `# Required,# Required | USD,"# Required | The price, in USD",# Optional\nauto_id,currency_id,price,auto_note\n{0},1,41000,Торг\n`,
      [3],
      'Line 1 above the header',
    ],
    [
      `${edits}# sold in November\n{0};1;41000;Торг\n// {1};1;41000;\n#{2};1;42000;\n`,
      [3],
      '3 lines are comments',
    ],
    [`#auto_id;currency_id;price\n{0};1;41000\n`, [2], 'header in line 1'],
    // Rules and counts of database tools.
    [
      `auto_id,currency_id,price\n-------,-----------,-----\n{0},1,41000\n\n(1 rows affected)\n`,
      [3],
      '(lines 2, 5)',
    ],
    [
      ` auto_id | currency_id | price\n---------+-------------+------\n {0} | 1 | 41000\n(1 row)\n`,
      [3],
      '(lines 2, 4)',
    ],
    [
      `+-----+-----+-----+\n| auto_id | currency_id | price |\n+-----+-----+-----+\n| {0} | 1 | 41000 |\n+-----+-----+-----+\n1 row in set (0.00 sec)\n`,
      [4],
      '(lines 3, 5, 6)',
    ],
    [`${edits}{0};1;41000;Торг\nEOF\n`, [2], 'Line 3 was added by a program'],
    [`${edits}{0};1;41000;Торг\n---\n2 rows selected.\n`, [2], '(lines 3, 4)'],
    [`auto_id|currency_id|price\n{0}|1|41000\nT|2\n`, [2], 'Line 3 was added by a program'],
    [`${edits}{0};1;41000;Торг\nКількість записів: 1;;;\n`, [2], 'Line 3 was added by a program'],
    // Subtotals of groups.
    [
      `Група;auto_id;currency_id;price\nA;{0};1;41000\nA Підсумок;;;41000\nB;{1};1;42000\nB Итог;;;42000\nЗагальний підсумок;;;83000\n`,
      [2, 4],
      '3 lines hold totals',
    ],
    [
      `Група;auto_id;currency_id;price\nA;{0};1;41000\nA Total;;;41000\nA Count;;;1\nРазом по A;;;41000\n`,
      [2],
      '3 lines hold totals',
    ],
    [
      `${edits}{0};1;41000;Торг\nGesamtergebnis;;41000;\nSuma końcowa;;41000;\nСередня ціна;;41000;\nMax;;41000;\n`,
      [2],
      '4 lines hold totals',
    ],
    [
      `${edits}{0};1;41000;Торг\nСторінка 1 з 2;;;\n{1};1;42000;Торг\nSeite 2 von 2\n*** END OF REPORT ***\nСформовано: 28.11.2026 12:00\nМ.П.;;;\n`,
      [2, 4],
      '(lines 3, 5, 6, 7, 8)',
    ],
    // Notes below and between.
    [
      `${edits}{0};1;41000;Торг\n\nЦіни дійсні до 31.12.2026\nМенеджер: Олена, тел. 067\n`,
      [2],
      '2 lines are notes',
    ],
    [
      `auto_id,currency_id,price\n{0},1,41000\n* Ціни вказані з ПДВ, без урахування реєстрації\n`,
      [2],
      'Line 3 is a note',
    ],
    [`${edits}Склад Київ;;;\n{0};1;41000;Торг\nДиректор:;Петренко;;\n`, [3], '2 lines are notes'],
    // Rows with a dragged currency.
    [`${edits}{0};1;41000;Торг\n;USD;;\n;USD;0;\n;USD;0,00;-\n`, [2], '3 lines name no car'],
    [`${edits}{0};1;41000;Торг\n;USD;;Торг\n;USD;;Торг\n`, [2], '2 lines name no car'],
    [
      `№;Місто;auto_id;currency_id;price;in_stock\n1;Київ;{0};1;41000;так\n2;Київ;;USD;;так\n3;;;USD;;\n`,
      [2],
      '2 lines name no car',
    ],
  ])('is left out and told: %j', async (text, planned, said) => {
    const ran = await found(text)
    expect([ran.planned, ran.invalid]).toEqual([planned, []])
    expect(ran.err).toContain(said)
  })

  testSome(5, [
    [
      `${edits}{0};1;41000;Торг\nПРОДАНІ АВТО;;;\n{1};1;42000;Торг\n{2};1;43000;\n`,
      [2],
      '2 lines below a heading of sold cars',
    ],
    [
      `${edits}{0};1;41000;Торг\n;;;Sold cars (1)\n{1};1;42000;Торг\nВ НАЯВНОСТІ;;;\n{2};1;43000;\n`,
      [2, 6],
      'Line 4 below a heading',
    ],
    [`${edits}Проданные автомобили:;;;\n{0};1;41000;\n`, [], 'Line 3 below a heading'],
    [`${edits}{0};1;41000;\nVerkauft\n{1};1;42000;\n`, [2], 'Line 4 below a heading'],
    [
      `Марка;Модель;Модифікація;Комплектація;Ціна, $\nBMW;X5;${own(0).split(';').slice(2).join(';')};41000\nПродано;;;;\n;X5;${own(1).split(';').slice(2).join(';')};42000\n`,
      [2],
      'Line 4 below a heading',
    ],
    // Nothing of a sale, and rows that say themselves what they do.
    [`${edits}Продаж авто Київ;;;\n{0};1;41000;\n`, [3], 'Line 2 is a note'],
    [`auto_id;currency_id;in_stock\nПРОДАНІ;;\n{0};1;ні\n{1};1;так\n`, [3], 'Line 4 below a heading'],
    [
      `action;auto_id;currency_id;price\nedit;{0};1;41000\nПродано;;;\ndelete;{1};;\n`,
      [2, 4],
      'Line 3 is a note',
    ],
  ])('is left out below a heading of sold cars: %j', async (text, planned, said) => {
    const ran = await found(text)
    expect([ran.planned, ran.invalid]).toEqual([planned, []])
    expect(ran.err).toContain(said)
  })

  it.each(spread(['#N/A', '#REF!', '#Н/Д'], 1))(
    'is no row whose first cell is the error of a formula: %s',
    async (error) => {
      const ran = await found(`${edits}${error};1;41000;Торг\n{0};1;41000;Торг\n`)
      expect([ran.planned, ran.invalid]).toEqual([[3], [2]])
    },
  )

  it.each(spread(['create', 'edit', 'delete'], 1))(
    'is the example of the template: %s',
    async (operation) => {
      const text = Buffer.from(templateOf(operation, ';').text).toString()
      const row = { create: `${own(0)};USD;41000;;;;\n`, edit: '{0};USD;41000;;;;\n', delete: '{0}\n' }[
        operation
      ]
      const alone = await found(text)
      expect([alone.planned, alone.invalid]).toEqual([[], []])
      expect(alone.err).toContain('Line 2 is the example of the template')
      const withRow = await found(text.trimEnd() + '\n' + row)
      expect([withRow.planned, withRow.invalid]).toEqual([[3], []])
    },
  )

  it('gives the rows below it the make that it names', async () => {
    const head = 'Марка;Модель;Модифікація;Комплектація;Ціна, $\n'
    const rows = (text: string) =>
      found(head + text).then(({ rows: all, err }) => ({
        err,
        makes: all.map(({ changes }) => changes.find(({ field }) => field === 'marka_id')?.to),
      }))
    const [, model, base, equip] = own(0).split(';')
    const x5 = `;X5;${base ?? ''};${equip ?? ''};41000\n`
    expect(await rows(`BMW;;;;\n${x5}${x5.replace(';41000', ';42000')}`)).toMatchObject({ makes: [9, 9] })
    // With the sums of the group, and with words about it.
    expect(
      await rows(`BMW (2);;;;83000\n${x5}\nМарка: BMW;;;;\n${x5.replace(';41000', ';42000')}`),
    ).toMatchObject({
      makes: [9, 9],
    })
    const told = await rows(`BMW;;;;\n${x5}BMW;${model ?? ''};${base ?? ''};${equip ?? ''};43000\n`)
    expect(told.makes).toEqual([9, 9])
    expect(told.err).toContain('Line 2 heads a group of rows (“BMW”)')
    // The model in a row of its own too, in its column or below the make.
    const bare = `;;${base ?? ''};${equip ?? ''};41000\n`
    for (const headings of [
      'BMW;;;;\n;X5;;;\n',
      'BMW;;;;\nX5;;;;\n',
      'BMW X5;;;;\n',
      'BMW X5 (2);;;;83000\n',
    ])
      expect((await rows(`${headings}${bare}${bare.replace('41000', '42000')}`)).makes).toEqual([9, 9])
    // Both in one cell, if the file has a column of both.
    const together = await found(
      `Марка і модель;Модифікація;Комплектація;Ціна, $\nBMW X5;;;\n${bare.slice(1)}${bare.slice(1).replace('41000', '42000')}`,
    )
    expect([together.planned, together.invalid]).toEqual([[3, 4], []])
  })

  it('that counts the rows is compared with them', async () => {
    const row = (at: number) => `{${String(at)}};1;41000;Торг\n`
    for (const [end, said] of [
      ['T;9;;', 'Line 4 says 9 rows, but 2 were read'],
      ['(10 rows affected)', 'Line 4 says 10 rows'],
      ['Разом: 40 авто', 'Line 4 says 40 rows'],
      ['Кількість: 5;;;', 'Line 4 says 5 rows'],
    ] as const)
      expect((await found(`${edits}${row(0)}${row(1)}${end}\n`)).err).toContain(said)
    const text = `${edits}${ids[0]};1;41000;Торг\n(10 rows affected)\n`
    const asked = await counter.run('import', counter.file('plain.csv', text), '--commit')
    expect([asked.code, asked.err]).toEqual([
      2,
      expect.stringMatching(
        /Line 3 says 10 rows, but 1 was read: check whether the file is whole\. Add --yes/,
      ),
    ])
    for (const end of [
      'T;2;;',
      'T;4;;',
      '2 rows selected',
      'Разом: 2 авто',
      'Разом: 82000 грн',
      'Total;;82000;',
    ])
      expect((await found(`${edits}${row(0)}${row(1)}${end}\n`)).err).not.toMatch(/says \d+ rows/)
    const stock = counter.file(
      'told.csv',
      `Код;marka_id;model_id;base_id;equip_id;currency_id;price\n1;${own(0)};1;41000\n2;${own(1)};1;42000\n(10 rows affected)\n`,
    )
    const held = await counter.run('import', stock, '--operation', 'stock', '--key', 'Код')
    expect([held.code, held.err]).toEqual([
      2,
      expect.stringContaining('The file has 2 rows where about 10 were expected'),
    ])
    expect(await counter.control.ledger()).toEqual([])
  })

  it('at the end of a stock file is no reason to hold it', async () => {
    const stock = (...more: string[]) =>
      `Код;marka_id;model_id;base_id;equip_id;currency_id;price\n${[0, 1, 2].map((at) => `${String(1024 + at)};${own(at)};1;${String(41_000 + at)}`).join('\n')}\n${more.join('\n')}\n`
    for (const end of ['(3 rows affected)', 'EOF', 'T;3', 'Ціни з ПДВ', ';;;;;1;', 'Разом;;;;;;123003']) {
      const ran = await counter.run(
        'import',
        counter.file('stock.csv', stock(end)),
        '--operation',
        'stock',
        '--key',
        'Код',
      )
      expect([end, ran.code, ran.out]).toEqual([end, 0, expect.stringContaining('3 new.')])
    }
    // A row of which only the number was written is a car that was cut off.
    const cut = await counter.run(
      'import',
      counter.file('stock.csv', stock('1027')),
      '--operation',
      'stock',
      '--key',
      'Код',
    )
    expect(cut.err).toContain('it looks cut')
  })
})

describe('a car', () => {
  testSome(6, [
    [`${edits}{0};1;41000;# 1 в Україні\n{1};1;42000;Total 3 owners\n`, [2, 3]],
    [
      `auto_note;auto_id;currency_id;price\n# 1 в Україні;{0};1;41000\n// торг;{1};1;42000\nEOF;{2};1;43000\n---;{3};1;44000\n`,
      [2, 3, 4, 5],
    ],
    [`#;auto_id;currency_id;price\n#1;{0};1;41000\n#2;{1};1;42000\n`, [2, 3]],
    [`auto_note;auto_id;currency_id;price\nBMW Total;{0};1;41000\nРазом по місту 7 л;{1};1;42000\n`, [2, 3]],
    [`№;auto_id;currency_id;price\n1;{0};1;41000\n2;{1};1;42000\n3;{2};1;43000\n`, [2, 3, 4]],
    // Ids that are all marked.
    [`${edits}#{0};1;41000;Торг\n#{1};1;42000;\n`, [2, 3]],
    // Numbers of cars that are marks of trailers.
    [`Код;auto_id;Ціна, $\n99;{0};41000\nT;{1};42000\nZ;{2};43000\nEND;{3};44000\n`, [2, 3, 4, 5]],
    [`auto_id;in_stock\n{0};1\n{1};0\n`, [2, 3]],
    [`${creates}${own(0)};USD;41000;Торг\n${own(1)};USD;42000;\n`, [2, 3]],
    [`auto_id;currency_id;price;auto_note\n{0};1;41000;"Новий\n\nТорг доречний"\n`, [2]],
  ])('stays one, whatever its cells look like: %j', async (text, planned) => {
    const ran = await found(
      text,
      ...(text.startsWith('auto_id;in_stock') ? ['--set', 'currency_id=USD'] : []),
    )
    expect([ran.planned, ran.invalid]).toEqual([planned, []])
    expect(ran.err).not.toContain('left out')
  })

  testSome(5, [
    // An id with a letter, and a text that a line end cut in two.
    [`${edits}{0};1;41000;Торг\n3909O974;;;\n`, 3],
    [`${edits}{0};1;41000;Новий,\nГарантія три роки\n`, 3],
    [`${edits}{0};1;41000;Торг\n;;42000;\n`, 3],
    [`${edits}{0};1;41000;Торг\n;USD;;Новий\n`, 3],
    [`${edits}{0};1;ціна за запитом;Торг\n`, 2],
    [`${edits}{0};1;41000;Торг\n{1};USD;;\nX5 чорний;1;42000;\n`, 4],
    // The price of the template's example, of a car whose number has no advert.
    [`Код;Ціна, $\nK-1;25900\nK-2;41000\n`, 2],
  ])('that is wrong stays an error: %j', async (text, line) => {
    expect((await found(text)).invalid).toContain(line)
  })
})

describe('an error of the program that wrote a file', () => {
  const begun = `auto_id,currency_id,price\n{0},1,41000\n{1},1,42000\n`
  testSome(4, [
    'Fatal error: Maximum execution time of 30 seconds exceeded in /var/www/export.php on line 77',
    '<br />\n<b>Fatal error</b>:  Allowed memory size of 134217728 bytes exhausted, in <b>/var/www/e.php</b> on line <b>7</b><br />',
    'PHP Warning:  fputcsv(): supplied resource, in /var/www/export.php on line 12',
    'Traceback (most recent call last):\n  File "export.py", line 7, in <module>\npsycopg2.OperationalError: server closed the connection',
    'java.lang.OutOfMemoryError: Java heap space',
    'Msg 1205, Level 13, State 51, Server DMS, Line 1',
    'ORA-01555: snapshot too old',
    'Помилка: не вдалося прочитати таблицю',
    '504 Gateway Time-out',
  ])('below its last row refuses it: %j', async (error) => {
    const text = (begun + error + '\n').replaceAll(/\{(\d)\}/g, (_, at) => ids[Number(at)] ?? '')
    const ran = await counter.run('import', counter.file('list.csv', text))
    expect([ran.code, ran.err]).toEqual([
      2,
      expect.stringContaining('is an error of the program that wrote the file'),
    ])
    const stock = await counter.run(
      'import',
      counter.file('list.csv', text),
      '--operation',
      'stock',
      '--key',
      'auto_id',
    )
    expect([stock.code, stock.err]).toEqual([2, expect.stringContaining('Export the file again')])
  })

  it('in the text of a car is none', async () => {
    const ran = await found(
      `${edits}{0};1;41000;Торг\n{1};1;42000;Fatal error: ні, все працює\n{2};1;43000;Помилка: ціна була інша\n`,
    )
    expect(ran.planned).toEqual([2, 3, 4])
  })
})
