import { afterAll, describe, expect, test } from 'vitest'
import {
  failureCodes,
  Fault,
  type FailureCode,
  type FailureDetails,
} from '../../../src/shared/bridge/failure.ts'
import { commandNames } from '../../../src/main/cli/commands.ts'
import { failureWords, type Audience } from '../../../src/shared/words/failure-words.ts'
import { m } from '../../../src/shared/i18n/generated/messages.js'
import { applyLocale } from '../../../src/shared/i18n/locale.ts'

const details: FailureDetails = {
  file: 'stock.csv',
  line: 7,
  column: 'price',
  status: 400,
  path: 'autoData.year',
  value: '"x"',
  reason: 'because',
  minutes: 9,
  account: 'mine',
  batch: 'b1',
  autoId: 5,
}

const serviceCodes: readonly (readonly [string, FailureCode])[] = [
  ['API_KEY_MISSING', 'auth'],
  ['API_KEY_INVALID', 'auth'],
  ['API_KEY_DISABLED', 'auth'],
  ['API_KEY_UNAUTHORIZED', 'auth'],
  ['API_KEY_UNVERIFIED', 'auth'],
  ['OVER_RATE_LIMIT', 'rate-limit'],
  ['NOT_FOUND', 'not-found'],
  ['HTTPS_REQUIRED', 'rejected'],
  ['NOT_ENOUGH_DATA', 'rejected'],
  ['NOTICE', 'rejected'],
]

const cyrillic = /[а-яіїєґ]/i
/** Words of a team, which the command line sets up, and of the sandbox that it serves. */
const isOfCommands = /^failure_(team_|order_status_team_|usage_((bound|link)_elsewhere|port|host)_)/

function wordsIn(locale: 'en' | 'uk', fault: Fault): { words: string; next: string } {
  applyLocale(locale)
  return failureWords(fault)
}

function expectBothLanguages(fault: Fault): void {
  const en = wordsIn('en', fault)
  const uk = wordsIn('uk', fault)
  for (const text of [en.words, en.next]) {
    expect(text.length).toBeGreaterThan(10)
    expect(text).not.toMatch(cyrillic)
  }
  for (const text of [uk.words, uk.next]) expect(text).toMatch(cyrillic)
  for (const text of [en.words, en.next, uk.words, uk.next]) expect(text).not.toMatch(/[{}]|failure_/)
}

afterAll(() => applyLocale('en'))

describe('every failure has words and a next step in both languages', () => {
  test.each(failureCodes)('%s', (code) => expectBothLanguages(new Fault(code, details)))

  test.each(serviceCodes)('%s', (serviceCode, code) => {
    const fault = new Fault(code, { ...details, serviceCode, serviceMessage: 'no such make' })
    expectBothLanguages(fault)
    expect(wordsIn('en', fault)).not.toEqual(wordsIn('en', new Fault(code, details)))
  })

  test.each([
    'dns',
    'offline',
    'refused',
    'certificate',
    'proxy',
    'proxy-unreachable',
    'through-proxy',
    'proxy-setting',
    'closed',
  ])('network: %s', (reason) => {
    expectBothLanguages(new Fault('network', { reason, value: 'HTTPS_PROXY' }))
    expect(wordsIn('en', new Fault('network', { reason })).words).not.toBe(
      wordsIn('en', new Fault('network')).words,
    )
  })
})

test.each(['empty', 'cut-off', 'html', 'xml', 'text', 'shape', 'root', 'huge'])(
  'an answer that can’t be read: %s',
  (reason) => {
    const fault = new Fault('unreadable', { reason, path: '', value: 'null' })
    expectBothLanguages(fault)
    expect(wordsIn('en', fault).words).not.toBe(wordsIn('en', new Fault('unreadable')).words)
  },
)

const reasons = ['xls', 'xlsb', 'ods', 'numbers', 'password', 'link', 'pdf', 'document', 'archive']
test.each(reasons)('a file that is no table: %s', (reason) => {
  const fault = new Fault('file-binary', { file: 'stock.bin', reason })
  expectBothLanguages(fault)
  for (const locale of ['en', 'uk'] as const) {
    expect(wordsIn(locale, fault).words).toContain('stock.bin')
    expect(wordsIn(locale, fault).words).not.toBe(
      wordsIn(locale, new Fault('file-binary', { file: 'stock.bin' })).words,
    )
  }
})

describe('the service’s own code', () => {
  test('a read that lacks something is not told of the fields of an advert', () => {
    const lacking = { serviceCode: 'NOT_ENOUGH_DATA', serviceMessage: 'Not Enough Data' }
    const read = new Fault('rejected', { ...lacking, asked: 'read' })
    expectBothLanguages(read)
    expect(wordsIn('en', read).next).not.toContain('modification')
    expect(wordsIn('en', new Fault('rejected', lacking)).next).toContain('modification')
  })

  test('says nothing of the key where the service has trouble of its own', () => {
    const trouble = new Fault('server', { status: 500, serviceCode: 'API_KEY_INVALID' })
    expect(wordsIn('en', trouble).words).toContain('500')
    expect(wordsIn('en', trouble).words).not.toContain('key')
  })
})

test('words name the file, the line, the column and what the service said', () => {
  applyLocale('en')
  expect(failureWords(new Fault('file-missing', { file: 'a.csv' })).words).toContain('a.csv')
  expect(failureWords(new Fault('quote-unclosed', { line: 12 })).words).toContain('12')
  expect(failureWords(new Fault('header-duplicate', { column: 'price' })).words).toContain('price')
  expect(failureWords(new Fault('rejected', { serviceMessage: 'marka_id is wrong' })).words).toContain(
    'marka_id is wrong',
  )
  expect(failureWords(new Fault('rate-limit', { seconds: 30 })).words).toContain('30 s')
  // What the service set for a time that is over.
  for (const serviceCode of [{}, { serviceCode: 'OVER_RATE_LIMIT' }])
    expect(failureWords(new Fault('rate-limit', { seconds: 0, ...serviceCode })).words).not.toMatch(/\d/)
  expect(
    failureWords(new Fault('unreadable', { reason: 'shape', path: 'USD', value: '{}' })).words,
  ).toContain('USD')
})

describe.each(['en', 'uk'] as const)(
  'the window and the command line each name steps of their own (%s)',
  (locale) => {
    /** What every failure says, by the name of its message: its words, and the next step of the audience. */
    const said = (audience: Audience): [string, string][] => {
      applyLocale(locale)
      const texts = new Map(Object.entries(m).filter(([name]) => name.startsWith('failure_')))
      const own = (name: string): boolean =>
        name.endsWith('_words') ||
        (audience === 'window'
          ? name.endsWith('_next')
          : name.endsWith('_cli') || !texts.has(name.replace(/_next$/, '_cli')))
      return [...texts].filter(([name]) => own(name)).map(([name, text]) => [name, textOf(text)])
    }
    const textOf = (text: unknown): string =>
      (text as (values: object) => string)(new Proxy({}, { get: () => '…' }))

    test('the window never names an option or a command', () => {
      const command = new RegExp(
        `\\s--[a-z]|[“«](${commandNames.join('|')})\\b[^”»]*[”»]|FORECOURT_|HTTPS_PROXY`,
      )
      const wrong = said('window').filter(
        ([name, text]) => !isOfCommands.test(name) && (command.test(text) || /command|команд/i.test(text)),
      )
      expect(wrong).toEqual([])
    })

    test('the command line never names a place of the window', () => {
      const place =
        /click|button|\bSettings\b|\bImports\b|\bActivity\b|натисніть|кнопк|на сторінці|налаштуваннях(?! системи)/i
      const wrong = said('command-line').filter(
        ([, text]) => place.test(text) && !/settings of|system’s/.test(text),
      )
      expect(wrong).toEqual([])
    })
  },
)

test('a failure of the command line has the next step of the command line', () => {
  const fault = new Fault('file-encoding', { reason: 'ambiguous', choices: 'KOI8-U, windows-1251' })
  applyLocale('en')
  expect(failureWords(fault, 'command-line').next).toContain('--encoding NAME, with one of KOI8-U')
  expect(failureWords(fault).next).not.toContain('--')
})
