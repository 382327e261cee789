import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { StagedRow } from '#shared/staged/staged-edit.ts'
import { stepped } from '../../../src/renderer/search/price-editing.ts'
import { StagedPriceState } from '../../../src/renderer/staged/staged-price.svelte.ts'
import type { StagedState } from '../../../src/renderer/staged/staged-state.svelte.ts'

/** Edits of one advert's price that take a turn to be kept; `refuses` is what is wrong with the next one. */
function staging() {
  const kept: number[] = []
  const listeners = new Set<(adverts: readonly number[] | null) => void>()
  const parts: { refuses: string | undefined } = { refuses: undefined }
  const staged = {
    of: async () => {
      const value = kept.at(-1)
      await setImmediate()
      return (value === undefined
        ? []
        : [{ field: 'price', value, currency: 1, batch: null }]) as unknown as StagedRow[]
    },
    onChanged: (listener: (adverts: readonly number[] | null) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    put: async ([cell]: readonly { text: string }[]) => {
      await setImmediate()
      if (parts.refuses !== undefined) return parts.refuses
      kept.push(Number(cell?.text))
      for (const listener of listeners) listener([7])
      return undefined
    },
  } as unknown as StagedState
  const price = new StagedPriceState(staged, 7)
  price.follow()
  return { price, kept, parts }
}

test('two quick steps of a price are two: the second starts from the first, before that is kept', async () => {
  const { price, kept } = staging()
  await setImmediate()
  const step = () => price.stage(stepped(price.edit?.price ?? 10_000, -2), 1)
  const first = step()
  const second = step()
  expect(price.edit).toMatchObject({ price: 9_604 })
  await Promise.all([first, second])
  expect(kept).toEqual([9_800, 9_604])
  for (let turn = 0; turn < 5; turn++) await setImmediate()
  expect(price.edit).toEqual({ price: 9_604, currency: 1, sending: false })
})

test('after a price that is refused the edit is what it was', async () => {
  const { price, parts } = staging()
  await price.stage(9_800, 1)
  parts.refuses = 'too low'
  expect(await price.stage(1, 1)).toBe('too low')
  for (let turn = 0; turn < 5; turn++) await setImmediate()
  expect(price.edit).toMatchObject({ price: 9_800 })
})
