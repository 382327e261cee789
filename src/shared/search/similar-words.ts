import { m } from '#shared/i18n/generated/messages.js'
import { rangeWords } from './range-words.ts'
import type { Position } from './position.ts'

/** Names of the filters that words stand for; the kind of vehicle goes without saying. */
const worded = new Set([
  'category_id',
  'marka_id[0]',
  'model_id[0]',
  's_yers[0]',
  'po_yers[0]',
  'raceFrom',
  'raceTo',
  'gearbox[0]',
  'state[0]',
])

/**
 * Words for similar cars, a phrase for each filter: `BMW X3`, `2024–2026`, `Automatic`. A filter whose value has no
 * name is called by its subject. One without a phrase, which only the command line takes, is called `name=value`.
 * @param names what values are called that the position has no name for
 */
export function similarWords(
  { likes, names }: Pick<Position, 'likes' | 'names'>,
  known: Readonly<Record<string, string>> = {},
): string[] {
  const value = new Map(likes)
  const named = (name: string, unnamed: () => string): string[] =>
    value.has(name) ? [names[name] ?? known[name] ?? unnamed()] : []
  const model = [...named('marka_id[0]', () => ''), ...named('model_id[0]', m.word_same_model)]
  return [
    model.filter((part) => part !== '').join(' '),
    rangeWords(value.get('s_yers[0]') ?? '', value.get('po_yers[0]') ?? ''),
    mileageWords(value.get('raceFrom'), value.get('raceTo')),
    ...named('gearbox[0]', m.search_similar_gearbox),
    ...named('state[0]', m.search_similar_region),
    ...likes.flatMap(([name, given]) => (worded.has(name) ? [] : [`${name}=${given}`])),
  ].filter((words) => words !== '')
}

function mileageWords(from: string | undefined, to: string | undefined): string {
  const range = rangeWords(from === '0' ? '' : (from ?? ''), to ?? '')
  return range === '' ? '' : m.search_similar_mileage({ range })
}
