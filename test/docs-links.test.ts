import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

/** The pages for people, whose links lead to each other: the docs, and what stands at the root. */
const pages = [...globSync('docs/**/*.md'), ...globSync('*.md')]

/** A page without its code, in which a bracket is no link. */
const textOf = (page: string): string =>
  readFileSync(page, 'utf8')
    .replace(/^```[^]*?^```/gm, '')
    .replace(/`[^`\n]*`/g, '')

/** The names that its headings have as places to link to, as GitHub makes them. */
function placesOf(page: string): Set<string> {
  const seen = new Map<string, number>()
  return new Set(
    [
      ...readFileSync(page, 'utf8')
        .replace(/^```[^]*?^```/gm, '')
        .matchAll(/^#{1,6} (.+)$/gm),
    ].map(([, heading = '']) => {
      const name = heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-')
      const times = seen.get(name) ?? 0
      seen.set(name, times + 1)
      return times === 0 ? name : `${name}-${times}`
    }),
  )
}

function deadIn(page: string, text = textOf(page)): string[] {
  return [...text.matchAll(/\]\(\s*<?([^)>\s]+)>?[^)]*\)/g)].flatMap(([, link = '']) => {
    if (/^(?:https:|mailto:)/.test(link)) return []
    const [path = '', place] = link.split('#')
    const target = path === '' ? page : relative('.', join(dirname(page), decodeURIComponent(path)))
    if (!existsSync(target)) return [link]
    return place === undefined || !target.endsWith('.md') || placesOf(target).has(place) ? [] : [link]
  })
}

it.each(pages)('the links of %s lead somewhere', (page) => {
  expect(deadIn(page)).toEqual([])
})

/** A text with its numbers, which differ, as one sign. */
const numberless = (text: string): string => text.replaceAll(/\d+/g, '#').replaceAll("'", '’')

const said = { en: /(?<!\w)_([^_]+)_(?!\w)/g, uk: /«([^»]+)»/g }
it.each(['en', 'uk'] as const)(
  'what pages for dealers name of the window is called so there (%s)',
  (language) => {
    const messages = globSync(`src/shared/i18n/messages/${language}/*.json`)
      .flatMap((file) => Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>))
      .map(numberless)
    const names = globSync(`docs/dealer/${language}/*.md`).flatMap((page) =>
      [...textOf(page).matchAll(said[language])].map(([, name = '']) => name.replaceAll('…', '').trim()),
    )
    expect(names.length).toBeGreaterThan(50)
    expect(names.filter((name) => !messages.some((text) => text.includes(numberless(name))))).toEqual([])
  },
)

it('every page of the docs is reached from README.md', () => {
  const reached = new Set(['README.md'])
  for (const page of reached)
    for (const [, link = ''] of textOf(page).matchAll(/\]\(\s*<?([^)>\s#]+)/g)) {
      const target = relative('.', join(dirname(page), link))
      if (target.endsWith('.md') && existsSync(target)) reached.add(target)
    }
  // Decisions are read by their folder.
  const read = globSync('docs/**/*.md').filter((page) => !page.startsWith(join('docs', 'adr')))
  expect(read.filter((page) => !reached.has(page))).toEqual([])
})

it('a link to nothing, and one to a heading that is none, are found', () => {
  expect(
    deadIn('docs/office/team.md', '[a](nothing.md) [b](#no-such-part) [c](computers.md#proxies)'),
  ).toEqual(['nothing.md', '#no-such-part'])
})
