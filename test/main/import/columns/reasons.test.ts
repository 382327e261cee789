import { describe, expect, it } from 'vitest'
import { faultOf } from '../csv-files.ts'
import { emptyAccount, openDrafts } from '../drafts.ts'

const { folder, service } = openDrafts()

async function check(content: string | Uint8Array) {
  const draftId = service.openPath(folder.write('reasons.csv', content))
  const found = await service.check(draftId, { shape: {}, mapping: null, operation: null }, emptyAccount)
  const { rows } = await service.rows(draftId, { filter: 'all' }, 0, 500)
  return { found, rows }
}

const header = 'auto_id,currency_id,price,auto_note'

describe('a file that can not be read', () => {
  it.each([
    ['a line of megabytes', `${header}\n1,1,5,x\n${'1,2 '.repeat(600_000)}\n`, 'line-too-long', 3],
    [
      'a row of more cells than a sheet has',
      `${header}\n1,1,5,x\n1${','.repeat(20_000)}\n`,
      'line-too-long',
      3,
    ],
    ['a line of megabytes, CR alone', `${header}\r1,1,5,x\r${'1,2 '.repeat(600_000)}\r`, 'line-too-long', 3],
    ['text behind a quote in the header', 'auto_id,"price" USD,"currency_id"\n1,5,1\n', 'header-quote', 1],
    ['rows inside the header', 'auto_id,currency_id,"price\n1,1,5\n2,1,"\n3,1,5\n', 'header-quote', 1],
    ['a quote inside a name', 'auto_id,currency_id,pri"ce,auto_note\n1,1,5,x\n', 'header-quote', 1],
    [
      'a quote in a name of ours',
      'auto_id;Валюта;"Ціна"";auto_note\n1;1;5;x\n2;1;5;x\n',
      'quote-unclosed',
      1,
    ],
    ['a header that never closes', '\nauto_id,"price\n1,5\n', 'quote-unclosed', 2],
    ['a header alone behind blank lines', '\n\nauto_id,price\n \n', 'file-header-only', 3],
  ])('names the reason and the line: %s', async (_what, text, code, line) => {
    expect(await faultOf(() => check(text))).toMatchObject({ code, line })
  })

  it.each(['\n', '\r\n', '\r'])('names the line of a broken letter with line ends %j', async (end) => {
    const rows = Array.from({ length: 9_000 }, (_, row) => `${row + 1},1,5,їжак`)
    const text = Buffer.from([header, ...rows, ''].join(end))
    const broken = Buffer.concat([text, Buffer.of(0xd1), Buffer.from(end)])
    expect(await faultOf(() => check(broken))).toMatchObject({ code: 'file-encoding', line: 9_002 })
  })
})

describe('what is left out of a table', () => {
  it.each(['\n', ' ', '\t\r\n'])(
    'is not taken for an empty file: 128 kB of %j before the header',
    async (blank) => {
      const blanks = blank.repeat(131_072 / blank.length)
      const { rows } = await check(`${blanks}\n${header}\n1,1,5,x\n`)
      expect(rows).toMatchObject([{ payload: { auto_id: 1, price: 5 } }])
    },
  )

  it('is said: Ctrl+Z at the very end, where DOS programs write it', async () => {
    const { found, rows } = await check(`${header}\r\n1,1,5,x\r\n\u001a`)
    expect(rows).toHaveLength(1)
    expect(found).toMatchObject({ invalid: 0, endMark: true })
    const joined = await check(`${header}\n1,1,5,x\u001a\u001a`)
    expect(joined.rows).toMatchObject([{ valid: true, payload: { auto_note: 'x' } }])
  })

  it('is a problem in any other place', async () => {
    const { found, rows } = await check(`${header}\n1,1,5,x\u001ay\n\u001a\n2,1,5,z\n`)
    expect(rows.map(({ line, valid, problems }) => [line, valid, problems[0]?.code])).toEqual([
      [2, false, 'end-mark'],
      [3, false, 'end-mark'],
      [4, true, 'advert-not-cached'],
    ])
    expect(found.endMark).toBe(false)
  })
})

it.each(['utf-8', 'utf16le'] as const)(
  'a letter that was lost before is a problem of its row, of %s',
  async (encoding) => {
    const lines = ['1,1,5,До\ufffdре', '2,1,5,їжак', '3,1,5,"\ufffd, ""1"""', '4,1,5,ｆ']
    const text = `\ufeff${header}\n${lines.join('\n')}\n`
    const { rows } = await check(Buffer.from(text, encoding))
    expect(rows.map(({ valid, problems }) => [valid, problems[0]?.code])).toEqual([
      [false, 'letter-lost'],
      [true, 'advert-not-cached'],
      [false, 'letter-lost'],
      [true, 'advert-not-cached'],
    ])
  },
)
