import { expect, test } from 'vitest'
import type { Client } from '../../../src/shared/bridge/call.ts'
import type { Calls } from '../../../src/shared/bridge/calls.ts'
import type { AdvertRow } from '../../../src/shared/inventory/advert.ts'
import { unknownCells } from '../../../src/shared/inventory/column-lists.ts'
import type { SavedRule } from '../../../src/shared/inventory/rule-calls.ts'
import { RulesState } from '../../../src/renderer/inventory/rules-state.svelte.ts'

const rule = (id: string, word: string, colour: SavedRule['colour']): SavedRule => ({
  ...{ id, word, colour },
  filter: { field: 'noPhoto' },
})
const row = (...rules: string[]): AdvertRow => ({ ...unknownCells, id: 1, rules })

/** Answers each call with these rules. */
const answering = (rules: readonly SavedRule[]): Client<Calls> =>
  (() => Promise.resolve({ ok: true, value: rules })) as unknown as Client<Calls>

test('a row has the colour of the first rule that it fits, and the words of all; a rule that is gone gives none', async () => {
  const state = new RulesState(answering([rule('a', 'Old', 'sand'), rule('b', 'Dear', 'pink')]))
  state.useAccount('one')
  await expect.poll(() => state.list.length).toBe(2)
  expect(state.markOf(row('a', 'b'))).toEqual({ look: 'rule-sand', words: 'Old · Dear' })
  expect(state.markOf(row('gone', 'b'))).toEqual({ look: 'rule-pink', words: 'Dear' })
  expect(state.markOf(row('gone'))).toBeUndefined()
  expect(state.markOf({ ...unknownCells, id: 1 })).toBeUndefined()
})

test('a rule that main did not take, since there are as many as there may be, is not said to be saved', async () => {
  const state = new RulesState(answering([rule('a', 'Old', 'sand')]))
  const { word, colour, filter } = rule('', 'Dear', 'pink')
  expect(await state.save(null, { word, colour, filter })).toBe(true)
  expect(await state.save(null, { word, colour, filter })).toBe(false)
  expect(await state.save('a', { word, colour, filter })).toBe(true)
})
