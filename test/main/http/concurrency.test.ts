import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { forEachConcurrently } from '../../../src/main/http/concurrency.ts'

it('works on every item, never on more at once than there the given number', async () => {
  let under = 0
  let most = 0
  const done: number[] = []
  await forEachConcurrently([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    most = Math.max(most, (under += 1))
    await setImmediate()
    under -= 1
    done.push(item)
  })
  expect(done.sort()).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(most).toBe(3)
})

it('begins no new item after one failed, and throws that failure when the others have ended', async () => {
  const begun: number[] = []
  const ended: number[] = []
  const work = forEachConcurrently([1, 2, 3, 4], 2, async (item) => {
    begun.push(item)
    await setImmediate()
    if (item === 1) throw new Error('first')
    ended.push(item)
  })
  await expect(work).rejects.toThrow('first')
  expect(begun).toEqual([1, 2])
  expect(ended).toEqual([2])
})
