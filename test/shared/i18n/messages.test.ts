import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { locales } from '#shared/i18n/locale.ts'

const folder = 'src/shared/i18n/messages'
const files = readdirSync(`${folder}/en`)

const read = (language: string, file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(`${folder}/${language}/${file}`, 'utf8')) as Record<string, unknown>

/** By message, the values that it shows. */
const shown = (messages: Record<string, unknown>): [string, string[]][] =>
  Object.entries(messages).map(([name, text]) => {
    const values = [...JSON.stringify(text).matchAll(/\{(\w+)\}/g)].map(([value]) => value)
    return [name, [...new Set(values)].sort()]
  })

it('has the same files in every language, which all are read', () => {
  expect(readdirSync(folder).sort()).toEqual([...locales].sort())
  for (const language of locales) expect(readdirSync(`${folder}/${language}`)).toEqual(files)
})

// A message that is missing would be shown in English.
it.each(files)('%s has the same messages in every language, and they show the same values', (file) => {
  const inEnglish = Object.fromEntries(shown(read('en', file)))
  for (const language of locales) expect(Object.fromEntries(shown(read(language, file)))).toEqual(inEnglish)
})

// The compiler never ends if two files have one message.
it('has each message in one file', () => {
  const all = files.flatMap((file) => Object.keys(read('en', file))).filter((name) => !name.startsWith('$'))
  expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([])
})

/** Words of a message without the values that it shows and what is written in Latin letters beside a dash or underscore. */
const textsOf = (messages: Record<string, unknown>): string[] =>
  Object.values(messages).flatMap((message) =>
    [...JSON.stringify(message).matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) =>
      text.replaceAll(/\{[^}]*\}/g, ''),
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

/** Failures are worded by names that are put together: those of their codes, and those that failure-wordings.ts lists. */
function failureNames(): Set<string> {
  const named = ['shared/words/failure-wordings.ts', 'shared/bridge/failure.ts'].flatMap((file) =>
    [...sourceOf(file).matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name.replaceAll('-', '_')),
  )
  return new Set(named.flatMap((name) => ['words', 'next', 'cli'].map((end) => `failure_${name}_${end}`)))
}

// A message that nothing shows is translated, read and compiled for nothing.
it('has no message that nothing shows', () => {
  const said = sourceFiles.flatMap((file) => sourceOf(file).match(/\w+/g) ?? [])
  const shownNames = new Set([...said, ...failureNames()])
  const all = files.flatMap((file) => Object.keys(read('en', file))).filter((name) => !name.startsWith('$'))
  expect(all.filter((name) => !shownNames.has(name))).toEqual([])
})
