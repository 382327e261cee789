import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { failureCodes } from '../../src/shared/bridge/failure.ts'

const chunks = resolve(import.meta.dirname, '../../out/main/chunks')

/** The chunk of the built main that exports this name. */
function chunkOf(name: string): string {
  const exported = new RegExp(`Object\\.defineProperty\\(exports, "${name}"|exports\\.${name} = `)
  const file = readdirSync(chunks).find((each) => exported.test(readFileSync(join(chunks, each), 'utf8')))
  if (file === undefined) throw new Error(`no chunk exports ${name}`)
  return join(chunks, file)
}

interface Said {
  readonly failure: string
  readonly locale: string
  readonly words: string
  readonly next: string
}

/** Every failure in each language and for each audience, with details as they should be, without, and of other shapes. */
const program = `
  const { failureWords } = require(${JSON.stringify(chunkOf('failureWords'))})
  const { applyLocale } = require(${JSON.stringify(chunkOf('applyLocale'))})
  const full = { file: 'a.csv', line: 7, column: 'price', path: 'x', seconds: 5, minutes: 9, batch: 'b', value: 'v' }
  const shapes = [full, {}, undefined, null, 'text', [1],
    { ...full, file: null, path: { deep: [] }, seconds: undefined, wakesAt: 'no date' },
    { path: Object.create(null), serviceCode: 5, serviceMessage: [] }]
  const said = []
  for (const locale of ['en', 'uk'])
    for (const audience of ['window', 'command-line'])
      for (const [code, reason] of JSON.parse(process.argv[1]))
        for (const shape of shapes) {
          applyLocale(locale)
          const details = reason && shape && typeof shape === 'object' ? { ...shape, reason } : shape
          if (reason && details === shape) continue
          const { words, next, details: told } = failureWords({ code, details }, audience)
          structuredClone(told)
          said.push({ failure: code + '/' + (reason ?? ''), locale, words, next })
        }
  process.stdout.write(JSON.stringify(said))`

const named = Object.keys(
  JSON.parse(
    readFileSync(resolve(import.meta.dirname, '../../src/shared/i18n/messages/en/failures.json'), 'utf8'),
  ) as object,
)
/** The reasons that have words of their own, each with its code. */
const reasons = failureCodes.flatMap((code) => {
  const start = `failure_${code.replaceAll('-', '_')}_`
  const own = named.filter((name) => name.startsWith(start) && name.endsWith('_words'))
  return own.map((name) => [code, name.slice(start.length, -'_words'.length).replaceAll('_', '-')])
})

test('main as it is built says each failure in both languages, whatever its details are', () => {
  const failures = [
    ...failureCodes.map((code) => [code]),
    ...reasons.filter(([, reason]) => reason !== ''),
    ['of-another-version'],
  ]
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', program, JSON.stringify(failures)], {
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
  })
  expect(status, stderr).toBe(0)
  const said = JSON.parse(stdout) as Said[]
  const ofBugs = new Set(said.filter(({ failure }) => failure === 'internal/').map(({ words }) => words))
  const asBugs = new Set(['internal/', 'of-another-version/'])
  const wrong = said.filter(
    ({ failure, locale, words, next }) =>
      ofBugs.has(words) !== asBugs.has(failure) ||
      Math.min(words.length, next.length) < 6 ||
      /[а-яіїєґ]/i.test(words) !== (locale === 'uk') ||
      /undefined|\[object|failure_/.test(words + next),
  )
  expect(said.length).toBeGreaterThan(2_000)
  expect(wrong).toEqual([])
})
