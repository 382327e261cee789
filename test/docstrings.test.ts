import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Beginnings that make a docstring read like an answer to a question instead of a name for its subject. */
const refused = /\/\*\*(?:\s|\*(?!\/))*(?:What|Of|Whether|How|Where|When|Which|Who|Whose|That)\b[^\n]*/g

const refusedIn = (text: string): string[] => text.match(refused) ?? []

test('a docstring begins with a noun or a verb in the third person, never with a question word or “Of”', () => {
  const files = globSync('src/**/*.{ts,svelte}').filter((file) => !file.includes('generated'))
  expect(files.length).toBeGreaterThan(1_000)
  const wrong = files.flatMap((file) =>
    refusedIn(readFileSync(file, 'utf8')).map((docstring) => `${file}: ${docstring}`),
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
