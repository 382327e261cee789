import { beforeAll, describe, expect, it } from 'vitest'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { openCounter, type Ran, type Printed } from './counter.ts'
import { perFile } from '../../worlds.ts'

const counter = perFile(() => openCounter(150))
let ids: readonly number[] = []

beforeAll(async () => {
  ids = await counter.stockIds()
})

/** What each row would change of the fields that are named, and the codes of its problems. */
const found = ({ out }: Ran, ...fields: string[]) =>
  (JSON.parse(out) as Printed).rows.map(({ changes, problems }) => ({
    to: changes.filter(({ field }) => fields.includes(field)).map(({ to }) => to),
    codes: problems.map(({ code }) => code).filter((code) => code !== 'price-jump'),
  }))

const dryRun = (text: string | Uint8Array, ...more: string[]): Promise<Ran> =>
  counter.run('import', counter.file('list.csv', text), '--json', ...more)

/** A list of texts, one for each advert. */
const notes = (texts: readonly string[], column = 'auto_note'): string =>
  `auto_id;currency_id;${column}\n${texts.map((text, at) => `${ids[at] ?? 0};USD;"${text.replaceAll('"', '""')}"\n`).join('')}`

describe('a word that is no value', () => {
  const words = ['nan', 'None', 'NULL', String.raw`\N`, '<NA>', 'n/a', 'н/д', '-', '—', 'undefined', 'немає']
  const more = ['[NULL]', 'DBNull', '(порожньо)', 'k. A.', 'keine Angabe', 'brak danych', "''", '{}', '0,00']

  it.each(['auto_note', 'version'])(
    'is blank in %s, and told once for the column, before the warnings of single rows',
    async (column) => {
      const all = column === 'version' ? words : [...words, ...more]
      const ran = await dryRun(`${notes([...all, 'Торг'], column)}39000001;USD;Торг\n`)
      const rows = found(ran, column)
      expect(rows.flatMap(({ to }) => to)).toEqual(['Торг'])
      expect(rows.filter(({ codes }) => codes.includes('no-value'))).toHaveLength(all.length)
      expect(ran.err.match(/is not a value/g)).toHaveLength(1)
      expect(ran.err).toContain(`list.csv:2: warning (${String(all.length)} rows)`)
      expect(ran.err).toMatch(
        new RegExp(String.raw`list\.csv:${String(all.length + 3)}: warning: .*39000001`),
      )
    },
  )

  it('is blank in a price and a flag of a new advert', async () => {
    const row = (price: string, flag: string) => `${fourCells().replaceAll(',', ';')};USD;${price};${flag}\n`
    const ran = await dryRun(
      `marka_id;model_id;base_id;equip_id;currency_id;price;in_stock\n${row('41000', 'NULL')}${row('nan', 'None')}${row('42000', '-')}${row('43000', 'True')}${row('44000', 'False')}`,
    )
    expect(found(ran, 'price', 'in_stock').map(({ to }) => to)).toEqual([
      [41_000],
      [],
      [42_000],
      [43_000, 1],
      [44_000, 0],
    ])
  })

  it('stays where it says something', async () => {
    const texts = [
      'NULL — це слово',
      '— гарантія\n— торг',
      'Non-smoker',
      'None of them',
      'Ні, не бита',
      '5 л',
      '🔥',
    ]
    expect(found(await dryRun(notes(texts)), 'auto_note')).toEqual(
      texts.map((text) => ({ to: [text], codes: [] })),
    )
    // Who leaves a version empty means a word by None.
    const versions = found(await dryRun(notes(['', 'None', '2.0 TDI'], 'version')), 'version')
    expect(versions.map(({ to }) => to)).toEqual([[], ['None'], ['2.0 TDI']])
    const flags = `auto_id;currency_id;in_stock\n${String(ids[0])};USD;+\n${String(ids[1])};USD;-\n`
    expect(found(await dryRun(flags), 'in_stock').map(({ to }) => to)).toEqual([[1], [0]])
  })

  it('left over of a template, a record or a formula is a problem', async () => {
    const texts = ['{{description}}', 'Ціна {{price}} грн', '[object Object]', '#REF!', 'Err:502', '${note}']
    texts.push(
      '{% if x %}Новий{% endif %}',
      '[[note]]',
      '%NOTE%',
      '{note}',
      '$note',
      '__NOTE__',
      'Array',
      'System.String[]',
      // A column that moved by one.
      '12500',
      '12 500,00 $',
      '2024-05-01',
      'TRUE',
      'ХИБНІСТЬ',
    )
    expect(found(await dryRun(notes(texts)), 'auto_note')).toEqual(
      texts.map(() => ({ to: [], codes: ['cell-error'] })),
    )
  })

  it('made of a version by a spreadsheet is a problem', async () => {
    const days = ['01.06.2026', '03.тра', 'May-03', '2026-06-01', 'чер.16', '2/5/26']
    expect(found(await dryRun(notes(days, 'version')), 'version')).toEqual(
      days.map(() => ({ to: [], codes: ['cell-error'] })),
    )
    const versions = ['1.6', '2.0 TDI', '3-5', 'Maybach', 'MY25', 'May 3', '2024']
    expect(found(await dryRun(notes(versions, 'version')), 'version')).toEqual(
      versions.map((text) => ({ to: [text], codes: [] })),
    )
  })

  it('is no value in a file of the whole stock, nor a number of a car', async () => {
    const text = `Код;marka_id;model_id;base_id;equip_id;currency_id;price;auto_note\n1024;${fourCells(3).replaceAll(',', ';')};USD;20000;nan\nNULL;${fourCells(6).replaceAll(',', ';')};USD;20000;Торг\n`
    const ran = await dryRun(text, '--operation', 'stock', '--key', 'Код')
    expect(ran.err).toContain('auto_note: “nan” is not a value')
    expect(ran.err).toContain('The row has no stock number')
    expect(found(ran, 'auto_note')[0]).toMatchObject({ to: [] })
  })
})

describe('letters that are surely spoilt', () => {
  const meant = 'Перший власник, гарантія'
  const readAs = (text: string, encoding: string): string =>
    new TextDecoder(encoding).decode(Buffer.from(text))
  const spoilt = [
    readAs(meant, 'windows-1251'),
    readAs(meant, 'windows-1252'),
    readAs(meant, 'ibm866'),
    readAs(meant, 'koi8-u'),
    readAs(meant, 'x-mac-cyrillic'),
    readAs(readAs(meant, 'windows-1251'), 'windows-1251'),
    `Торг. ${readAs(meant, 'windows-1251')}`,
    // The same in windows-1251, and read as others.
    ...['x-mac-cyrillic', 'iso-8859-5', 'windows-1250'].map((encoding) =>
      new TextDecoder(encoding).decode(
        Buffer.from('cfe5f0f8e8e920e2ebe0f1ede8ea2c20e3e0f0e0edf2b3ff', 'hex'),
      ),
    ),
    // KOI8 read as windows-1251, and windows-1251 read as windows-1252.
    'оПНДЮЕРЯЪ ЮБРНЛНАХКЭ',
    'Íîâèé àâòîìîá³ëü',
    readAs('Škoda – très bon état', 'windows-1252'),
    readAs('Świetny stan, żółty lakier', 'windows-1250'),
  ]

  it('are problems that name the text, and are repaired by --repair-text', async () => {
    const ran = await dryRun(notes(spoilt))
    expect(ran.code).toBe(1)
    expect(found(ran).map(({ codes }) => codes)).toEqual(spoilt.map(() => ['letter-spoilt']))
    expect(ran.err.match(/surely is “Перший власник, гарантія”/g)).toHaveLength(1)
    const repaired = await dryRun(notes(spoilt), '--repair-text')
    expect(found(repaired, 'auto_note')).toEqual(
      [
        ...Array.from({ length: 6 }, () => meant),
        `Торг. ${meant}`,
        ...Array.from({ length: 3 }, () => meant),
        'Продается автомобиль',
        'Новий автомобіль',
        'Škoda – très bon état',
        'Świetny stan, żółty lakier',
      ].map((text) => ({ to: [text], codes: [] })),
    )
    expect(repaired.err).toContain('Text: the letters of 14 cells were repaired.')
    const stock = await dryRun(notes(spoilt), '--repair-text', '--operation', 'stock', '--key', 'auto_note')
    expect([stock.code, stock.err]).toEqual([2, expect.stringContaining('save it from its source as UTF-8')])
  })

  it('are repaired in names of columns and vehicles too', async () => {
    const names = readAs('Марка;Модель;Модифікація;Комплектація;Ціна', 'windows-1251')
    const ran = await dryRun(`${names};Валюта\n${readAs('БМВ', 'windows-1251')};X5;30d;Base;41000;USD\n`)
    expect(found(ran)[0]?.codes).toEqual(['letter-spoilt'])
    expect(ran.err).toContain('surely is “БМВ”')
  })

  it('are told as lost where question marks stand for them', async () => {
    const texts = [
      '????? ??????????? ? ???????',
      '????',
      'Нов?й автомобіль',
      '?деальний стан',
      'Бо ми ?????',
      '???вий автомобіль',
      'Авто ??? ???? гарне',
      'Київ, ????, торг',
    ]
    expect(found(await dryRun(notes(texts))).map(({ codes }) => codes)).toEqual(
      texts.map(() => ['letter-lost']),
    )
  })

  it('are not seen in texts that are as they were written', async () => {
    const texts = [
      'ТЕРМІНОВО! ЦІНА ЗНИЖЕНА',
      'Citroën ë-C4, très bon état, 150 €',
      'Łódź — świetny stan',
      'Қазақша мәтін',
      'Świetny stan, żółty lakier, Ľahký, Příjemný, Română: Ținută nouă',
      'Чому так дешево??? Дзвоніть!',
      'Хочете кращу ціну ??? Телефонуйте',
      'Ó, dobrý deň! Ďalšie vozidlá: Škoda Octavia, výborný stav, žltá',
      'Їжак і ґава, «Люкс» № 5, 19″, +15 °C',
      'Новий 🚗 автомобіль',
      'БМВ X5 з ПДВ, АКПП, ДТП не було, усі ТО',
    ]
    expect(found(await dryRun(notes(texts)), 'auto_note')).toEqual(
      texts.map((text) => ({ to: [text], codes: [] })),
    )
  })

  it('are refused with both lines if files of two encodings were joined', async () => {
    const first = `auto_id;currency_id;auto_note\n${String(ids[0])};USD;Новий автомобіль\n`
    const second = `${String(ids[1])};USD;`
    // «Перший власник» in windows-1251.
    const letters = Buffer.from('cfe5f0f8e8e920e2ebe0f1ede8ea0a', 'hex')
    const ran = await dryRun(Buffer.concat([Buffer.from(first), Buffer.from(second), letters]))
    expect(ran.code).toBe(2)
    expect(ran.err).toContain('line 2 is UTF-8, line 3 is not')
  })
})

describe('signs that a program put into a text', () => {
  const spoilt = [
    ['&#1053;&#1086;&#1074;&#1080;&#1081;', 'Новий'],
    ['&amp;quot;Люкс&amp;quot; &amp;amp; торг', '"Люкс" & торг'],
    [String.raw`\u041f\u0435\u0440\u0448\u0438\u0439`, 'Перший'],
    ['%D0%9D%D0%BE%D0%B2%D0%B8%D0%B9', 'Новий'],
    ['=?UTF-8?B?0J3QvtCy0LjQuQ==?=', 'Новий'],
    ['=?UTF-8?Q?=D0=9D=D0=BE=D0=B2=D0=B8=D0=B9?=', 'Новий'],
    [String.raw`Новий\nГарантія 3 роки\nТорг`, 'Новий\nГарантія 3 роки\nТорг'],
    ['=D0=9D=D0=BE=D0=B2=D0=B8=D0=B9', 'Новий'],
    [String.raw`\xd0\x9d\xd0\xbe\xd0\xb2\xd0\xb8\xd0\xb9`, 'Новий'],
    ['%D0%9D%D0%BE%D0%B2%D0%B0+%D0%90%D0%9A%D0%9F%D0%9F', 'Нова АКПП'],
    [String.raw`BMW\r\nnew`, 'BMW\nnew'],
    ['Новий_x000D_\nТорг', 'Новий\nТорг'],
    ['Перший\\\nвласник', 'Перший\nвласник'],
    ['Новий\vавтомобіль', 'Новий\nавтомобіль'],
    ['Новий_x000D_\u200bТорг\u0002', 'Новий\nТорг'],
    [`Новий${' '.repeat(25)}`, 'Новий'],
  ] as const
  it('are left out for certain, and told once', async () => {
    const ran = await dryRun(notes(spoilt.map(([text]) => text)))
    expect(found(ran, 'auto_note')).toEqual(
      spoilt.map(([, cleaned]) => ({ to: [cleaned], codes: ['text-cleaned'] })),
    )
    expect(
      (await dryRun(notes(['&#1053;', '&#1053;']))).err.match(/that a program put into the text/g),
    ).toHaveLength(1)
  })

  it('stay where they may be meant', async () => {
    const texts = [
      'R&D, A&B, знижка 50%, 50%25',
      String.raw`C:\new\test`,
      'https://example.ua/%D0%9D?a=1',
      'price < 5000 > 3000',
      'Комплектація {Люкс}, [Акція], $500 знижки, a=AB=CD',
      'Торг ',
    ]
    expect(found(await dryRun(notes(texts)), 'auto_note')).toEqual(
      texts.map((text) => ({ to: [text], codes: [] })),
    )
  })

  it('that make HTML are shown as what buyers will see', async () => {
    const ran = await dryRun(notes(['<p>Новий автомобіль</p>Торг']))
    expect(found(ran, 'auto_note')).toEqual([{ to: ['<p>Новий автомобіль</p>Торг'], codes: ['text-html'] }])
    expect(ran.err).toContain('Buyers will see “Новий автомобіль')
  })
})

describe('spellings of a value', () => {
  it('are read of numbers with decimals that are zero', async () => {
    const [make, model, base, equip] = fourCells().split(',')
    const ran = await dryRun(
      `marka_id,model_id,base_id,equip_id,currency_id,price,in_stock\n${make ?? ''}.0,${model ?? ''}.0,${base ?? ''}.0,${equip ?? ''}.0,1.0,41000.0,1.0\n`,
    )
    expect(found(ran, 'marka_id', 'currency_id', 'price', 'in_stock')).toEqual([
      { to: [Number(make), 1, 41_000, 1], codes: [] },
    ])
  })

  it('are read of a price', async () => {
    const prices = [
      ['64000.0000', 64_000],
      ['64000.000', 64_000],
      ['8500,000', 8_500],
      ['850.0000', 850],
      ['\u202a51000', 51_000],
      ['51000\u200b', 51_000],
    ] as const
    const rows = prices.map(([price], at) => `${String(ids[at])};USD;${price}\n`)
    const ran = await dryRun(`auto_id;currency_id;price\n${rows.join('')}`)
    expect(found(ran, 'price')).toEqual(prices.map(([, value]) => ({ to: [value], codes: [] })))
  })

  it('that may be two prices stay a problem', async () => {
    const ran = await dryRun(`auto_id;currency_id;price\n${String(ids[0])};USD;64.000,500\n`)
    expect(found(ran, 'price')).toEqual([{ to: [], codes: ['not-a-number'] }])
  })

  it('are read of an id and a currency beside an invisible sign', async () => {
    const signs = ['\u202a', '\u200b', '\u200e', '\ufeff', '\u00a0']
    const rows = signs.map((sign, at) => `${sign}${String(ids[at])}${sign};${sign}USD;Торг\n`)
    const ran = await dryRun(`auto_id;currency_id;auto_note\n${rows.join('')}`)
    expect(found(ran, 'auto_note')).toEqual(signs.map(() => ({ to: ['Торг'], codes: [] })))
  })

  it('are read of a currency by its number', async () => {
    const rows = ['840', '978', '980', '980.0'].map(
      (currency, at) => `${fourCells(at, ';')};${currency};410000\n`,
    )
    const ran = await dryRun(`marka_id;model_id;base_id;equip_id;currency_id;price\n${rows.join('')}`)
    expect(found(ran, 'currency_id').map(({ to }) => to)).toEqual([[1], [2], [3], [3]])
  })

  it('are one number of a car, as 1024 and 1024.0', async () => {
    const night = (key: string): string =>
      `Код;marka_id;model_id;base_id;equip_id;currency_id;price\n${key};${fourCells(9).replaceAll(',', ';')};USD;20000\n`
    const stock = (key: string, ...more: string[]) =>
      dryRun(night(key), '--operation', 'stock', '--key', 'Код', ...more)
    expect((await stock('1024', '--commit')).code).toBe(0)
    const next = await stock('1024.0')
    expect([next.code, next.err]).toEqual([0, expect.stringContaining('1 unchanged')])
  })
})
