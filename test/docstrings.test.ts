import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Beginnings that make a docstring read like an answer to a question instead of a name for its subject. */
const refused = /\/\*\*(?:\s|\*(?!\/))*(?:What|Of|Whether|How|Where|When|Which|Who|Whose|That)\b[^\n]*/g

const refusedIn = (text: string): string[] => text.match(refused) ?? []

/** Comments: a block, or lines next to each other. */
const comments = /\/\*(?:(?!\*\/)[^])*\*\/|^[ \t]*\/\/(?:.*\n[ \t]*\/\/)*.*/gm
/** Ends of sentences, paragraphs and items of a list. */
const ends = /(?<=[.!?:;])\)?\s+|\n\s*\n|\n(?=\s*(?:- |\d+\. |@|\|))/
const mostWords = 25

const longSentencesIn = (text: string): string[] =>
  (text.match(comments) ?? [])
    .flatMap((comment) => comment.replace(/^[ \t]*(?:\/\*\*?|\*\/|\*|\/\/) ?/gm, '').split(ends))
    .filter((sentence) => sentence.trim().split(/\s+/).length > mostWords)

test.each([
  [
    'a docstring begins with a noun or a verb in the third person, never with a question word or “Of”',
    refusedIn,
  ],
  [`a comment has at most ${mostWords} words a sentence`, longSentencesIn],
])('%s', (_rule, wrongIn) => {
  const files = globSync('src/**/*.{ts,svelte,css}').filter((file) => !file.includes('generated'))
  expect(files.length).toBeGreaterThan(1_000)
  const wrong = files.flatMap((file) =>
    wrongIn(readFileSync(file, 'utf8')).map((comment) => `${file}: ${comment}`),
  )
  expect(wrong).toEqual([])
})

test.each(['/** What it is. */', '/**\n * Whether it is.\n */', '/** Of a row. */', '/** How it is. */'])(
  '%j is refused',
  (text) => expect(refusedIn(text)).toHaveLength(1),
)

test.each(['/** Offers it. */', '/** Name of it. What follows is free. */', '// What it is.'])(
  '%j is taken',
  (text) => expect(refusedIn(text)).toEqual([]),
)

const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ')
test.each([
  [`/** ${words(26)}. */`, 1],
  [`  // ${words(13)}\n  // ${words(13)}`, 1],
  [`/**\n * ${words(25)}.\n * ${words(25)}\n * - ${words(24)}\n *\n * ${words(25)}\n */`, 0],
  [`const text = '${words(26)}'`, 0],
])('of %j so many sentences are too long: %i', (text, count) =>
  expect(longSentencesIn(text)).toHaveLength(count),
)
