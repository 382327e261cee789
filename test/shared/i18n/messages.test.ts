import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = 'src/shared/i18n/messages'
const files = readdirSync(`${folder}/en`)

const read = (language: string, file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(`${folder}/${language}/${file}`, 'utf8')) as Record<string, unknown>

/** Words of a message without the values that it shows and what is written in Latin letters beside a dash or underscore. */
const textsOf = (messages: Record<string, unknown>): string[] =>
  Object.values(messages).flatMap((message) =>
    [...JSON.stringify(message).matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) =>
      text.replaceAll(/\{\w+/g, ''),
    ),
  )

// One word for one thing: an ID is «ID», a request to the service is a «запит».
it.each(files)('%s calls an ID and a request by one word each in Ukrainian', (file) => {
  const other = /ідентифікатор|виклик|(?<![\w.-])[Ii]d(?![\w])/i
  const strays = textsOf(read('uk', file)).filter((text) => other.test(text.replaceAll(/\bID\b/g, '')))
  expect(strays).toEqual([])
})

const sourceFiles = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.(ts|svelte)$/.test(file) && !file.includes('generated'),
)
const sourceOf = (file: string): string => readFileSync(`src/${file}`, 'utf8')

/** The names of failures' messages that a code, a reason that is given somewhere, or failure-wordings.ts leads to. */
function failureNames(names: readonly string[]): Set<string> {
  const literals = (file: string): string[] =>
    [...sourceOf(file).matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name.replaceAll('-', '_'))
  const codes = literals('shared/bridge/failure.ts')
  const listed = new Set([...codes, ...literals('shared/words/failure-wordings.ts')])
  const words = sourceFiles.flatMap((file) => sourceOf(file).match(/[\w-]+/g) ?? [])
  const reasons = new Set(words.map((word) => word.replaceAll('-', '_')))
  const isLedTo = (name: string): boolean =>
    listed.has(name) ||
    codes.some((code) => name.startsWith(`${code}_`) && reasons.has(name.slice(code.length + 1)))
  return new Set(names.filter((name) => isLedTo(name.replace(/^failure_(.*)_\w+$/, '$1'))))
}

// A message that nothing shows is translated, read and compiled for nothing.
it('has no message that nothing shows', () => {
  const said = sourceFiles.flatMap((file) => sourceOf(file).match(/\w+/g) ?? [])
  const all = files.flatMap((file) => Object.keys(read('en', file)))
  const shownNames = new Set([...said, ...failureNames(all)])
  expect(all.filter((name) => !shownNames.has(name))).toEqual([])
})
