import { expect, test } from 'vitest'
import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { Check, Inspection } from '#shared/import/draft.ts'
import { ImportState } from '../../../src/renderer/import/import-state.svelte.ts'

const inspection: Inspection = {
  draftId: 'd',
  fileName: 'cars.csv',
  bytes: 9,
  shape: { encoding: 'utf-8', delimiter: ',', decimalMark: '.' },
  file: {
    encoding: 'utf-8',
    guessed: false,
    delimiter: ',',
    quote: '"',
    decimalMark: '.',
    headerLine: 1,
    lineEnd: 'lf',
  },
  header: ['auto_id'],
  mapping: ['auto_id'],
  matches: ['name'],
  pricesWithCurrency: [],
  headerCurrencies: [],
  actions: [],
  naming: [],
  rivals: [],
  headerLines: [1],
  above: [],
  sample: [],
  sampleLines: [],
  operation: 'delete',
}
const check = {
  draftId: 'd',
  operation: 'delete',
  toSend: 1,
  steps: { undo: 0, redo: 0 },
  invalid: 0,
  problems: [],
  confirmations: [],
} as unknown as Check
const answers: Partial<Record<keyof Calls, unknown>> = {
  'draft:begin': { draftId: 'd' },
  'draft:append': null,
  'draft:inspect': { inspection, remembered: null },
  'draft:check': check,
  'draft:rows': { total: 0, rows: [] },
}

async function checkedFor(accountId: string): Promise<ImportState> {
  const client = ((name: keyof Calls) => Promise.resolve({ ok: true, value: answers[name] })) as Client<Calls>
  const wizard = new ImportState(client, () => () => undefined, ['auto_id'])
  wizard.useAccount(accountId)
  await wizard.take('cars.csv', new Blob(['auto_id\n5\n']))
  wizard.step = 'check'
  await wizard.startCheck()
  return wizard
}

test('a draft says at once that another account is active, and has to be checked again', async () => {
  const wizard = await checkedFor('north')
  wizard.go('send')
  expect([wizard.step, wizard.otherAccount]).toEqual(['send', null])
  wizard.useAccount('south')
  expect([wizard.step, wizard.otherAccount, wizard.check.result]).toEqual(['columns', 'north', null])
  expect(wizard.reachable('send')).toBe(false)
  await wizard.startCheck()
  expect([wizard.otherAccount, wizard.reachable('send')]).toEqual([null, true])
})

test('back under its own account nothing is said', async () => {
  const wizard = await checkedFor('north')
  wizard.useAccount('south')
  wizard.useAccount('north')
  expect(wizard.otherAccount).toBeNull()
})
