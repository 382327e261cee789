import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Fault } from '#shared/bridge/failure.ts'
import { failureWords } from '../../../src/shared/words/failure-words.ts'
import { accountOf } from '../import/drafts.ts'
import { alwaysFresh, noImportNames, noRememberedColumns } from '../import/no-names.ts'
import { DraftService } from '../../../src/main/import/draft-service.ts'
import { planDraft, type Planning } from '../../../src/main/joins/plan-draft.ts'
import { openDealership, type Dealership } from '../batch/dealership.ts'
import { accountId } from '../batch/connect-to.ts'
import { newVehicles } from '../cli/counter.ts'
import { testEntries } from '../../scripts.ts'
import { folderOfTest } from '../../folders.ts'

let shop: Dealership
let folder: string
let planning: Planning

beforeEach(async () => {
  shop = await openDealership()
  folder = folderOfTest()
  const { batches, userId } = shop
  planning = {
    batches,
    drafts: new DraftService({ dataDir: folder, entries: testEntries, bytesHere: Infinity }),
    onProgress: () => undefined,
    freshness: alwaysFresh,
    names: noImportNames,
    columns: noRememberedColumns(),
    listSeparator: () => ',',
    template: () => Promise.reject(new Fault('internal')),
    words: () => failureWords(new Fault('internal')),
    account: () =>
      Promise.resolve({
        ...accountOf({
          accountId,
          stock: null,
          sentBefore: (prints) => batches.reader.sentBefore(accountId, prints),
        }),
        userId,
      }),
  }
})
afterEach(async () => {
  await planning.drafts.close()
  await shop.close()
})

/** A checked draft of new vehicles with these prices. */
async function checked(...prices: number[]) {
  const path = join(mkdtempSync(join(folder, 'file-')), 'new.csv')
  writeFileSync(path, newVehicles(prices))
  const draftId = planning.drafts.openPath(path)
  const choice = { shape: {}, mapping: null, operation: null }
  return planning.drafts.check(draftId, choice, await planning.account())
}

const refused = { code: 'confirmation-required', details: { confirmation: 'sent-before' } }
const listed = () => shop.batches.reader.list().length

test('a create of a large file is known again in a journal with others', async () => {
  await planDraft(planning, (await checked(7, 1_400, 9_999)).draftId, [])
  const prices = Array.from({ length: 1_500 }, (_, at) => at + 1)
  expect(await checked(...prices)).toMatchObject({ rows: 1_500, sentBefore: 2 })
})

test('a create that another batch took since the check is refused, confirmed or not', async () => {
  const one = await checked(1, 2)
  const other = await checked(1, 2)
  await planDraft(planning, one.draftId, [])
  await expect(planDraft(planning, other.draftId, ['sent-before'])).rejects.toMatchObject(refused)
  expect(listed()).toBe(1)
})

test('two plannings at once see each other', async () => {
  const prices = Array.from({ length: 300 }, (_, at) => at + 1)
  const drafts = [await checked(...prices), await checked(...prices)]
  const plannings = await Promise.allSettled(drafts.map(({ draftId }) => planDraft(planning, draftId, [])))
  // Either may be the first.
  const inOrder = plannings.toSorted((one, other) => one.status.localeCompare(other.status))
  expect(inOrder).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: refused }])
  expect(listed()).toBe(1)
})
