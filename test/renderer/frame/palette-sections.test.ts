import { expect, test } from 'vitest'
import { paletteScore } from '../../../src/renderer/frame/palette-score.ts'
import { paletteSections } from '../../../src/renderer/frame/palette-sections.ts'
import type { Action } from '../../../src/renderer/ui/actions.svelte.ts'

const action = (id: string, label: string, part: Partial<Action> = {}): Action => ({
  ...{ id, label, run: () => undefined },
  ...part,
})
const actions = [
  action('import', 'Import a file', { section: 'window' }),
  action('export', 'Export', {}),
  action('orders', 'Go to: Orders', { section: 'pages' }),
  action('orders:export', 'Orders: Export', { section: 'elsewhere' }),
  action('dark', 'Dark theme', { section: 'window', disabled: true }),
]
const shown = (part: Partial<Parameters<typeof paletteSections>[0]> = {}): [string, string[]][] =>
  paletteSections({ actions, text: '', recent: [], asked: [], adverts: [], ...part }).map(
    ({ id, actions: found }) => [id, found.map((each) => each.id)],
  )

test.each([
  ['Import a file', 'imprt file'],
  ['Import a file', 'file import'],
  ['Import a file', 'improt'],
  ['Import a file', 'iaf'],
  ['Перейти: Замовлення', 'замвлення'],
  ['Export', 'port'],
])('“%s” is found by “%s”', (name, typed) => {
  expect(paletteScore(name, typed)).toBeGreaterThan(0)
})

test.each([
  ['Import a file', 'xport'],
  ['Export', 'orders'],
  ['Dark theme', 'dkm'],
])('“%s” is not found by “%s”', (name, typed) => {
  expect(paletteScore(name, typed)).toBe(0)
})

test('without words, what was run last comes first and stands nowhere else; what is disabled is not there', () => {
  expect(shown({ recent: ['orders', 'gone'] })).toEqual([
    ['recent', ['orders']],
    ['page', ['export']],
    ['elsewhere', ['orders:export']],
    ['window', ['import']],
  ])
})

test('with words, the section that fits best comes first, and adverts last', () => {
  const adverts = [action('advert-1', 'Export model')]
  expect(shown({ text: 'export', adverts })).toEqual([
    ['page', ['export']],
    ['elsewhere', ['orders:export']],
    ['adverts', ['advert-1']],
  ])
  expect(shown({ text: 'ord' }).map(([id]) => id)).toEqual(['pages', 'elsewhere'])
})

test('of two that fit alike, the one that was run lately is the first', () => {
  const two = [action('a', 'Sort by Price'), action('b', 'Sort by Year')]
  expect(shown({ actions: two, text: 'sort', recent: ['b'] })).toEqual([['page', ['b', 'a']]])
})

test('of two actions with one id the page’s own stands for both', () => {
  const own = action('import', 'Import here')
  expect(shown({ actions: [...actions.slice(0, 1), own] })).toEqual([['page', ['import']]])
})
