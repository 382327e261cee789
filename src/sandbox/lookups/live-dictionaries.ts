import { ok, type Answer } from '../http/answers.ts'
import { dictionaries } from './dictionaries.ts'

type Dictionary = (query: URLSearchParams, ids: readonly string[]) => Answer

/** Fuels as they were recorded; 7 and 9 are gone (docs/service/lookups.md). */
const fuels = [
  [1, 'Бензин'],
  [2, 'Дизель'],
  [3, 'Газ'],
  [4, 'Газ пропан-бутан / Бензин'],
  [8, 'Газ метан / Бензин'],
  [5, 'Гібрид (HEV)'],
  [10, 'Гібрид (PHEV)'],
  [11, 'Гібрид (MHEV)'],
  [12, 'Гібрид (REEV)'],
  [6, 'Електро'],
] as const

const bodiesOf: Dictionary = (query, ids) => {
  const answer = dictionaries['/auto/categories/{id}/bodystyles']?.(query, ids)
  const entries = (answer?.value ?? []) as readonly { readonly name: string; readonly value: number }[]
  // The service writes this one with a Latin i.
  const recorded = entries.map(({ name, value }) => ({
    name: value === 2 ? 'Унiверсал' : name,
    value,
    parentId: 0,
  }))
  return ok(recorded)
}

/** Dictionaries that the live profile answers as they were recorded, in the place of the contract profile's. */
export const liveDictionaries: Readonly<Record<string, Dictionary>> = {
  '/auto/type': () => ok(fuels.map(([value, name]) => ({ name, value }))),
  '/auto/categories/{id}/bodystyles': bodiesOf,
}
