import { afterEach, beforeEach, expect, test } from 'vitest'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import { planBatch } from '../../../src/main/batch/sending/plan-batch.ts'
import { failureWords } from '#shared/words/failure-words.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { reportUnreadable } from '../../../src/main/storage/row-query.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountId } from './connect-to.ts'
import { car, planned, source } from './dealership.ts'
import { fileOf, keyed, link, lookedSource } from './stock-files.ts'

let dir: string
let journal: Journal
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'link-answers-'))
  journal = new Journal(join(dir, 'journal.db'), systemClock)
})
afterEach(() => {
  journal.close()
  rmSync(dir, { recursive: true, force: true })
})

const at = '2026-11-24T00:00:00.000Z'
const answers = () => journal.tables.linkAnswers
const find = (key: string) => journal.tables.links.find(accountId, key)
const steps = (key: string) => journal.tables.links.steps(accountId, key).map(({ step }) => step)

/** The words of what is thrown, and its next step. */
function refusal(work: () => void): string {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const { words, next } = failureWords({ code: error.code, details: error.details })
    return `${words} ${next}`
  }
  throw new Error('nothing was refused')
}

test('an advert is one key’s', () => {
  link(journal, 'K', 7)
  expect(refusal(() => link(journal, 'L', 7))).toBe(
    'The advert 7 is linked to stock no. K already. Remove that link first, or check the advert’s id.',
  )
  expect(refusal(() => answers().outside(accountId, 7, true, at))).toContain('stock no. K already')
  expect(find('L')).toBeNull()
  answers().cut(accountId, 'K', at)
  link(journal, 'L', 7)
  expect(find('L')?.autoId).toBe(7)
})

test('a key of which a create may have made an advert takes no other', async () => {
  const stock = lookedSource(journal)
  const rows = [keyed(planned(2, 'create', car()), 'K')]
  const id = await planBatch(journal, source(1, { stock: fileOf(journal, stock) }), rows, () => null)
  link(journal, 'K', 7)
  answers().cut(accountId, 'K', at)
  journal.db.exec(`UPDATE rows SET state = 'sending', attempts = 1`)
  for (const work of [() => link(journal, 'K', 7), () => answers().renew(accountId, 'K', at)])
    expect(refusal(work)).toContain(`Line 2 of ${id} may have created an advert for stock no. K.`)
  journal.db.exec(`UPDATE rows SET state = 'in-doubt', doubt = 1, error_code = 'network'`)
  expect(refusal(() => link(journal, 'K', 7))).toContain('Check that row with the service first')
})

test('cars that are apart, adverts that are in no file, pins', () => {
  answers().apart(accountId, 'K', ['L'], at)
  answers().apart(accountId, 'K', ['advert 7'], at)
  expect(journal.tables.links.apart(accountId)).toEqual([
    ['K', 'L'],
    ['K', 'advert 7'],
  ])
  answers().outside(accountId, 7, true, at)
  expect(journal.tables.links.outside(accountId)).toEqual([7])
  answers().outside(accountId, 7, false, at)
  expect(journal.tables.links.outside(accountId)).toEqual([])
  link(journal, 'K', 8)
  answers().pin(accountId, 'K', 'price', true, at)
  expect(journal.tables.links.fields(accountId).get('K')?.price).toEqual({
    given: null,
    shown: null,
    pinned: true,
  })
  answers().pin(accountId, 'K', 'price', false, at)
  expect(journal.tables.links.fields(accountId).get('K')?.price?.pinned).toBe(false)
  expect(steps('K')).toEqual(['apart', 'apart', 'linked', 'pinned', 'unpinned'])
})

test('an advert that goes to a number which had another one takes all along that is known of it', () => {
  link(journal, 'K2', 8)
  answers().endByFile(accountId, 'K2', at)
  answers().note(accountId, [{ key: 'K2', field: 'comment', given: 'of 8', shown: 'of 8' }])
  link(journal, 'K', 7)
  answers().pin(accountId, 'K', 'price', true, at)
  // Whether it is out of stock was never proven, so that no row says it.
  journal.db.exec(`UPDATE links SET out = 'file', out_sent = 3 WHERE key = 'K'`)
  answers().move(accountId, 'K', { key: 'K2', fold: 'K2' }, at)
  expect(find('K2')).toMatchObject({ autoId: 7, out: 'file' })
  expect([...journal.tables.links.fields(accountId)]).toEqual([
    ['K2', { price: { given: null, shown: null, pinned: true } }],
  ])
})

test('a link by likeness is confirmed by linking it again', () => {
  link(journal, 'K', 7)
  journal.db.exec(`UPDATE links SET origin = 'likeness'`)
  link(journal, 'K', 7)
  expect(find('K')?.origin).toBe('hand')
  expect(steps('K')).toEqual(['linked', 'linked'])
})

test('a link that can’t be read is told', () => {
  link(journal, 'K', 7)
  link(journal, 'L', 8)
  journal.db.exec(`PRAGMA ignore_check_constraints = 1; UPDATE links SET origin = 'x' WHERE key = 'K'`)
  const told: string[] = []
  reportUnreadable(journal.db, ({ place }) => told.push(place))
  expect(journal.tables.links.list(accountId).map(({ key }) => key)).toEqual(['L'])
  expect(told).toEqual(['journal.db, links'])
})
