import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountId } from './connect-to.ts'
import { openDealership, planned, source, type Dealership } from './dealership.ts'

let shop: Dealership

beforeEach(async () => {
  shop = await openDealership()
})
afterEach(() => shop.close())

const plan = async (fileSha256: string | null) => {
  const [id = 0] = await shop.ownIds(1)
  return shop.batches.planner.plan(source(shop.userId, { fileSha256 }), [
    planned(2, 'edit', { auto_id: id, currency_id: 1, price: 9_000 }),
  ])
}

test('a file is read for its digest only if a batch of the account has rows to send', async () => {
  const { reader, control } = shop.batches
  const digest = vi.fn(() => Promise.resolve('same'))
  expect(await reader.openOf(accountId, digest)).toBeNull()
  const { id } = await plan('same')
  expect(await reader.openOf('another', digest)).toBeNull()
  expect(digest).not.toHaveBeenCalled()
  expect(await reader.openOf(accountId, digest)).toMatchObject({ id })
  expect(digest).toHaveBeenCalledTimes(1)
  await control.cancel(id)
  expect(await reader.openOf(accountId, digest)).toBeNull()
  expect(digest).toHaveBeenCalledTimes(1)
})

test('a batch of another file, or of none, is not that of the file', async () => {
  await plan('other')
  await plan(null)
  expect(await shop.batches.reader.openOf(accountId, () => Promise.resolve('same'))).toBeNull()
})
