import { describe, expect, it } from 'vitest'
import type { Encoding } from '#shared/import/draft.ts'
import { lookAtFile } from '../../../../src/main/import/columns/file-shape.ts'
import { type SourceFile, withSource } from '../../../../src/main/import/csv/source-file.ts'
import { detectEncoding } from '../../../../src/main/import/encoding/detect-encoding.ts'
import { CsvFolder, encodeText, faultOf } from '../csv-files.ts'

const folder = new CsvFolder()

const fromBytes = <Result>(bytes: Uint8Array, read: (source: SourceFile) => Result): Promise<Result> =>
  new Promise((resolve) => resolve(withSource(folder.write('table.csv', bytes), 'table.csv', read)))

const detect = (bytes: Uint8Array) => fromBytes(bytes, detectEncoding)

const encodings = [
  'utf-8',
  'utf-8 with a mark',
  'utf-16le',
  'utf-16le with a mark',
  'utf-16be',
  'utf-16be with a mark',
  'utf-32le',
  'utf-32be',
  'windows-1251',
  'koi8-u',
  'koi8-r',
  'ibm866',
  'cp1125',
  'x-mac-cyrillic',
  'iso-8859-5',
  'windows-1252',
] as const

const header = 'auto_id;price;auto_note\n'
const texts: Readonly<Record<string, string>> = {
  'Ukrainian text': `${header}1;12500,5;Продаж нового авто з гарантією, її стан відмінний\n2;900;Київ, є торг\n`,
  'Russian text': `${header}1;12500,5;Продажа нового авто с гарантией, состояние отличное\n2;900;Киев, есть торг\n`,
  'Ukrainian headers alone': 'Номер оголошення;Ціна;Опис\n1;12500;x\n2;900;y\n',
  'Ukrainian capitals': `${header}1;12500;ПРОДАЖ НОВОГО АВТО, КИЇВ\n2;900;ТЕРМІНОВО\n`,
  'Russian capitals': `${header}1;12500;ПРОДАЖА НОВОГО АВТО, КИЕВ\n2;900;СРОЧНО\n`,
  'numbers with no-break spaces': `${header}1;12\u00a0500;x\n2;9\u00a0900;y\n3;15\u00a0500;z\n`,
  'signs alone': `${header}1;12500;№ 5 «Lux» – “top”\n2;900;№ 7 «Base»\n`,
  'a lone é': `${header}1;12500;Renault Mégane\n2;900;x\n`,
  'a lone £': `${header}1;£12500;x\n2;900;y\n`,
  'one short word': `${header}1;12500;x\n2;900;так\n`,
  'one letter': `${header}1;12500;x\n2;900;є\n`,
  'plain ASCII': `${header}1;12500;x\n2;900;y\n`,
  'makes in Latin, words in Cyrillic': `${header}1;12500;Škoda Octavia\n2;900;BMW X5 у наявності\n`.replace(
    'Š',
    'S',
  ),
  'lines that end with CR alone': `${header}1;12500;Продаж нового авто\n2;900;Одеса\n`.replaceAll('\n', '\r'),
}

function bytesOf(text: string, name: (typeof encodings)[number]): Buffer | null {
  const [encoding = 'utf-8', mark] = name.split(' ')
  try {
    return encodeText(mark ? `\uFEFF${text}` : text, encoding as Encoding)
  } catch {
    return null
  }
}

/** What a reading comes to: the text as it was meant, or a refusal. Nothing else may ever be. */
async function readBack(bytes: Buffer): Promise<string> {
  try {
    const { header: first, sample } = await fromBytes(bytes, (source) => lookAtFile(source, {}))
    return [first, ...sample].map(({ cells }) => cells.join(';')).join('\n')
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe.each(encodings)('%s', (name) => {
  const cases = Object.entries(texts).flatMap(([kind, text]) => {
    const bytes = bytesOf(text, name)
    return bytes ? [{ kind, text, bytes }] : []
  })
  it.each(cases)('$kind: read as it was meant, or refused', async ({ text, bytes }) => {
    const meant = text.trim().replaceAll('\r', '\n')
    expect([meant, 'file-encoding']).toContain(await readBack(bytes))
  })
})

const common: readonly (readonly [(typeof encodings)[number], string])[] = [
  ...Object.keys(texts).map((kind) => ['utf-8', kind] as const),
  ...Object.keys(texts).map((kind) => ['utf-16le with a mark', kind] as const),
  ['utf-16le', 'Ukrainian text'],
  ['utf-16be', 'Ukrainian headers alone'],
  ['utf-32le', 'plain ASCII'],
  ['windows-1251', 'Ukrainian text'],
  ['windows-1251', 'Russian text'],
  ['windows-1251', 'Ukrainian headers alone'],
  ['windows-1251', 'Ukrainian capitals'],
  ['windows-1251', 'Russian capitals'],
  ['windows-1251', 'numbers with no-break spaces'],
  ['windows-1251', 'signs alone'],
  ['windows-1251', 'one short word'],
  ['windows-1251', 'lines that end with CR alone'],
  ['koi8-u', 'Ukrainian text'],
  ['koi8-u', 'Russian capitals'],
  ['ibm866', 'Russian text'],
  ['cp1125', 'Ukrainian text'],
  ['x-mac-cyrillic', 'Ukrainian text'],
  ['iso-8859-5', 'Russian text'],
  ['windows-1252', 'a lone é'],
]
it.each(common)('what is common is not asked about: %s: %s', async (name, kind) => {
  const text = texts[kind] ?? ''
  const bytes = bytesOf(text, name)
  expect(bytes).not.toBeNull()
  if (bytes) expect(await readBack(bytes)).toBe(text.trim().replaceAll('\r', '\n'))
})

/** Texts as dealers write them, none of which the tables of letter pairs were counted from. */
const dealers: readonly (readonly [language: string, encodings: readonly Encoding[], texts: string])[] = [
  [
    'Ukrainian',
    ['windows-1251', 'koi8-u', 'cp1125', 'x-mac-cyrillic', 'iso-8859-5'],
    `Продам авто в гарному стані, один господар|Терміновий продаж! Ціна договірна|Київ|Біла Церква|ЧЕРНІВЦІ
    не битий, не фарбований|Є торг|Кожаний салон, люк, ксенон|седан, 5 дверей|ФОП Коваленко|Чорний|Бензин/газ|дизель
    Під замовлення|так|ні|Щойно з СТО: замінено мастило, фільтри|Безпека: 8 подушок, ABS, ESP|об'єм 1,6 л
    Їжджу сам, дзвоніть після 18:00|АВТОСАЛОН «ЄВРОКАР»|Вінниця — склад №2|10 тис. км|Обмін на квартиру`,
  ],
  [
    'Russian',
    ['windows-1251', 'koi8-u', 'ibm866', 'x-mac-cyrillic', 'iso-8859-5'],
    `Продам машину, торг уместен|Одесса|ЦЕНА ДОГОВОРНАЯ|Кожа, климат, подогрев|Внедорожник|Чёрный металлик
    Объём двигателя 2,0|не бит, не крашен|в наличии|да|нет|Хэтчбек|Съёмный фаркоп`,
  ],
  [
    'German',
    ['windows-1252', 'windows-1250'],
    `Gebrauchtwagen, scheckheftgepflegt, für 12.500 €|Tüv neu, Größe 18 Zoll|Türen: 5|Händler München|Fußmatten`,
  ],
  [
    'Polish',
    ['windows-1250'],
    `Samochód bezwypadkowy, pierwszy właściciel|Łódź|książka serwisowa, świeży przegląd|Żółty|Silnik wysokoprężny
    Cena do negocjacji, możliwa zamiana|Kraków|skrzynia biegów: manualna|SPRZEDAŻ|Gdańsk, ul. Długa`,
  ],
  [
    'English',
    ['windows-1252'],
    `Citroën C4, one owner|Price £12,500 – reduced|“Top” condition|€ 9 900|café racer`,
  ],
]

describe.each(dealers)('short files in %s', (_, known, words) => {
  const lines = words.split(/\||\n\s*/)
  /** Files of one, two, three and five rows that begin at each of the texts. */
  const files = [1, 2, 3, 5].flatMap((rows) =>
    lines.map((_line, from) =>
      Array.from(
        { length: rows },
        (_row, at) => `${at};12500;${lines[(from + at * 7) % lines.length]}\n`,
      ).join(''),
    ),
  )
  it.each(known)('%s: each as it was meant, or asked about; few are', async (encoding) => {
    const read: { meant: string; read: string }[] = []
    for (const rows of files) {
      const bytes = bytesOf(`${header}${rows}`, encoding as (typeof encodings)[number])
      if (bytes) read.push({ meant: `${header}${rows}`.trim(), read: await readBack(bytes) })
    }
    const asked = read.filter((reading) => reading.read === 'file-encoding')
    expect(read.filter((reading) => !asked.includes(reading) && reading.read !== reading.meant)).toEqual([])
    expect(asked.length / read.length).toBeLessThan(encoding === 'windows-1251' ? 0.1 : 0.4)
  })
})

describe('a broken place in UTF-8', () => {
  const text = `${header}1;12500;Продаж нового авто з гарантією\n2;900;Київ, є торг\n`

  it('is refused with its line, and the letters of no other encoding are sent', async () => {
    const bytes = Buffer.from(text)
    const broken = Buffer.concat([bytes.subarray(0, -4), Buffer.of(0xd0), bytes.subarray(-4)])
    expect(await faultOf(() => detect(broken))).toEqual({
      code: 'file-encoding',
      file: 'table.csv',
      encoding: 'utf-8',
      line: 3,
    })
  })

  it.each(Array.from({ length: 24 }, (_, step) => step))('wherever it is (%i)', async (step) => {
    const bytes = Buffer.from(text)
    const at = header.length + 10 + step * 2
    const broken = Buffer.concat([bytes.subarray(0, at), Buffer.of(0xff), bytes.subarray(at)])
    expect(await faultOf(() => detect(broken))).toMatchObject({ code: 'file-encoding', encoding: 'utf-8' })
  })

  it('is no matter of where a window of reading ends, with line ends of CR alone', async () => {
    const rows = text.replaceAll('\n', '\r').repeat(40_000)
    expect(await detect(Buffer.from(rows))).toEqual({ encoding: 'utf-8', bom: false, guessed: false })
    const oneLine = 'ї'.repeat(1_048_576)
    expect(await detect(Buffer.from(`x${oneLine}`))).toMatchObject({ encoding: 'utf-8' })
  })
})

describe('what nobody can tell', () => {
  it('is refused with the choices', async () => {
    const fault = await faultOf(() => detect(Buffer.from('auto_id;auto_note\n1;\xfe\n', 'latin1')))
    expect(fault).toMatchObject({ code: 'file-encoding', reason: 'ambiguous' })
    expect(String(fault.choices).split(', ').length).toBeGreaterThan(1)
  })

  it('says whether the encoding was guessed', async () => {
    const text = texts['Ukrainian text'] ?? ''
    expect(await detect(encodeText(text, 'windows-1251'))).toMatchObject({ guessed: true })
    expect(await detect(Buffer.from(text))).toMatchObject({ guessed: false })
    expect(await detect(Buffer.from(`\uFEFF${text}`))).toMatchObject({ guessed: false, bom: true })
  })
})
