import { expect, onTestFinished, test } from 'vitest'
import { ReviewState } from '../../../src/renderer/staged/review-state.svelte.ts'
import { StagedState } from '../../../src/renderer/staged/staged-state.svelte.ts'
import { Toasts } from '../../../src/renderer/ui/toasts.svelte.ts'
import { clientOf } from '../handler-client.ts'

const summary = { edits: 1, adverts: 2, sending: 0, canUndo: true, canRedo: false, revision: 1 }

test('a confirmation counts for the number of rows that it was asked about, and for no other', async () => {
  let jumps = 1
  const client = clientOf({
    'staged:list': () => ({ total: 0, rows: [] }),
    'staged:review': () => ({
      summary,
      conflicts: 0,
      same: 0,
      gone: 0,
      check: {
        confirmations: [
          { code: 'price-jump', count: jumps, lowest: -31, highest: 30 },
          { code: 'texts-replaced', count: 2, percent: 0 },
        ],
      },
    }),
  })
  let tell: (() => void) | undefined
  const staged = new StagedState(client, (_, listener) => (tell = listener as () => void), new Toasts())
  const review = new ReviewState(client)
  onTestFinished(review.follow(staged))
  await expect.poll(() => review.review).not.toBeNull()
  review.confirm('price-jump', true)
  review.confirm('texts-replaced', true)
  expect(review.missing).toBe(false)

  const again = async (): Promise<void> => {
    ;(tell as unknown as (changed: object) => void)({ summary, adverts: null })
    expect(review.review).toBeNull()
    await expect.poll(() => review.review).not.toBeNull()
  }
  await again()
  expect(review.confirmed).toEqual(['price-jump', 'texts-replaced'])
  jumps = 40
  await again()
  expect(review.confirmed).toEqual(['texts-replaced'])
  expect(review.missing).toBe(true)
})
