import { expect, onTestFinished, test } from 'vitest'
import type { Forecourt } from '../../../src/main/assemble.ts'
import type { AccountOverrides } from '../../../src/main/accounts/account-identity.ts'
import { planDraft } from '../../../src/main/joins/plan-draft.ts'
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts'
import { SandboxControl } from '../../sandbox/sandbox-control.ts'
import { assembledIn } from '../assembled.ts'
import { folderOfTest } from '../../folders.ts'

interface Computer {
  readonly sandbox: Sandbox
  readonly dealer: Required<Pick<AccountOverrides, 'baseUrl' | 'userId'>>
  /** The app on the data folder; the one before is closed. */
  open(overrides?: AccountOverrides): Promise<Forecourt>
}

/** One data folder, and a service that is none of its own. */
async function computer(): Promise<Computer> {
  const dataDir = folderOfTest()
  const sandbox = await startSandbox({ databasePath: ':memory:', adverts: 60 })
  let app: Forecourt | null = null
  onTestFinished(async () => {
    await app?.close()
    await sandbox.close()
  })
  return {
    sandbox,
    dealer: { baseUrl: sandbox.baseUrl, userId: sandbox.userId },
    open: async (overrides = {}) => {
      await app?.close()
      return (app = assembledIn(dataDir, { overrides }))
    },
  }
}

/** Adds the dealer's account, gives it its key for the session or the keychain, and makes it the active one. */
async function add({ context: { accounts } }: Forecourt, { sandbox, dealer }: Computer): Promise<string> {
  const before = new Set(accounts.ids())
  const { accounts: after } = await accounts.save({ ...dealer, name: 'Dealer', readAuth: 'query' })
  const { id = '' } = after.find((one) => !before.has(one.id)) ?? {}
  await accounts.setKey(id, sandbox.key)
  await accounts.activate(id)
  return id
}

const columns = ['marka_id', 'model_id', 'base_id', 'equip_id', 'currency_id', 'price', 'auto_note'] as const
const car = [56, 1512, 904800, 909810, 1, 20550, 'Opel Corsa: сірий']

async function create({ planning, batches }: Forecourt): Promise<string> {
  const account = await planning.account()
  const draftId = planning.drafts.beginValues('new.csv', columns, 'create')
  await planning.drafts.add(draftId, [car])
  await planning.drafts.check(draftId, { shape: {}, mapping: null, operation: null }, account, {})
  const batch = await planDraft(planning, draftId, [])
  await batches.control.send(batch.id)
  await batches.control.idle()
  return batch.id
}

const sentBefore = { code: 'confirmation-required', details: { reason: 'sent-before' } }

async function editOne({ inventorySync, inventory, staged }: Forecourt): Promise<void> {
  await inventorySync.sync()
  const [id = 0] = await inventory.lists.ids({ text: '', states: ['live'], sort: [] })
  await staged.bulk(Float64Array.of(id), { kind: 'flag', field: 'test_drive', value: 1 })
}

test('a command with address and key from the environment goes on with what the window has of the same account', async () => {
  const desk = await computer()
  const window = await desk.open()
  await add(window, desk)
  const batch = await create(window)
  await editOne(window)
  const used = (await window.context.budget()).used()
  const night = await desk.open({ ...desk.dealer, key: desk.sandbox.key })
  expect((await night.staged.summary()).edits).toBe(1)
  expect(night.batches.reader.list().map(({ id }) => id)).toEqual([batch])
  expect((await night.context.budget()).used()).toEqual(used)
  await expect(create(night)).rejects.toMatchObject(sentBefore)
})

test('an account that is removed and added again has its edits and knows what it sent', async () => {
  const desk = await computer()
  const window = await desk.open()
  const control = new SandboxControl(desk.sandbox.baseUrl, desk.sandbox.controlToken)
  const first = await add(window, desk)
  await editOne(window)
  await control.addFault({ kind: 'drop-after-commit', method: 'POST', count: 1 })
  const doubtful = await create(window)
  await window.context.accounts.remove(first)
  expect((await window.context.accounts.list()).activeId).toBe('sandbox')

  const later = await desk.open()
  expect(await add(later, desk)).toBe(first)
  expect((await later.staged.summary()).edits).toBe(1)
  await expect(create(later)).rejects.toMatchObject(sentBefore)
  expect(await later.batches.settling.settle(doubtful)).toMatchObject({ counts: { done: 1, inDoubt: 0 } })
})
