import { expect, test } from 'vitest'
import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { Check, Confirmation, DraftRow } from '#shared/import/draft.ts'
import { CheckState } from '../../../src/renderer/import/check-state.svelte.ts'

const jump = (count: number): Confirmation => ({ code: 'price-jump', count, lowest: -45, highest: 45 })
const texts: Confirmation = { code: 'texts-replaced', count: 6, unknown: 0, percent: 60 }

const checkOf = (revision: number, confirmations: readonly Confirmation[]): Check =>
  ({
    draftId: 'd',
    toSend: 9,
    deletes: 0,
    calls: 18,
    invalid: 0,
    problems: [],
    revision,
    confirmations,
    asked: confirmations.map(({ code, count }) => ({
      codes: [code],
      count: Math.min(count, 4),
      deletes: 0,
      calls: 2,
    })),
  }) as unknown as Check

/** A check that asks two questions, and whose fixes are answered with other ones. */
async function asked(later: readonly (readonly Confirmation[])[]): Promise<CheckState> {
  const checks = [[jump(4), texts], ...later].map((each, revision) => checkOf(revision, each))
  const answer = (name: string): unknown => {
    if (name === 'draft:check') return checks.shift()
    if (name === 'draft:fix') return { check: checks.shift() }
    return name === 'draft:rows' ? { total: 0, rows: [] } : { count: 0, calls: 0, values: [] }
  }
  const client = ((name: string) => Promise.resolve({ ok: true, value: answer(name) })) as Client<Calls>
  const check = new CheckState(client, () => () => undefined)
  await check.run({ draftId: 'd', shape: {}, mapping: [], operation: null })
  check.confirm('price-jump', true)
  check.confirm('texts-replaced', true)
  expect(check.sendable).toBe(true)
  return check
}
const fix = (check: CheckState): Promise<unknown> =>
  check.fix({ line: 2, cells: ['5'] } as unknown as DraftRow, 0, '6')

test('a given confirmation lapses when its numbers change, and only that one', async () => {
  const check = await asked([[jump(5), texts]])
  await fix(check)
  expect(check.confirmed).toEqual(['texts-replaced'])
  // Its rows stay behind, and never stop the others.
  expect([check.unconfirmed, check.sending.toSend]).toEqual([false, 5])
  check.confirm('price-jump', true)
  expect(check.sending.toSend).toBe(9)
})

test('a confirmation whose numbers stay is not asked for again', async () => {
  const check = await asked([[jump(4), texts]])
  await fix(check)
  expect(check.sendable).toBe(true)
})

test('a confirmation that went away and comes back is asked for again', async () => {
  const check = await asked([[texts], [jump(4), texts]])
  await fix(check)
  expect(check.sendable).toBe(true)
  await fix(check)
  expect(check.confirmed).toEqual(['texts-replaced'])
  expect(check.sending.toSend).toBe(5)
})
