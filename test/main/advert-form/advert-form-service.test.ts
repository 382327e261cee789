import { expect, test } from 'vitest'
import type { Form, FormCells } from '#shared/advert-form/advert-form-calls.ts'
import { writeFields } from '#shared/batch/write-fields.ts'
import { guardText } from '#shared/files/spreadsheet-text.ts'
import type { MadeDraft } from '#shared/import/draft.ts'
import { formFields } from '#shared/advert-form/form-fields.ts'
import { createPayload } from '../../../src/main/writes/advert-write.ts'
import { planDraft } from '../../../src/main/joins/plan-draft.ts'
import { fourIds } from '../../sandbox/vehicles/four-ids.ts'
import { openApp, type App } from '../staged/assembled.ts'
import { eventually } from '../../eventually.ts'

const formOf = (cells: FormCells): Form => ({ cells, generation: '', body: '', like: null })

const x5 = fourIds()
const idCells: FormCells = {
  marka_id: String(x5.marka_id),
  model_id: String(x5.model_id),
  base_id: String(x5.base_id),
  equip_id: String(x5.equip_id),
}
const note = '=ЦІНА!\nРядок 2;\n"Рядок" 3\tз табуляцією, $5 і \'апострофом'
const full: FormCells = {
  ...Object.fromEntries(formFields.map((field) => [field, writeFields[field].example])),
  ...idCells,
  currency_id: 'EUR',
  price: '25 900,50',
  auto_note: note,
  version: '2.0 TDI',
  in_stock: '1',
  test_drive: '0',
}

const accountOf = async ({ forecourt }: App): Promise<string> =>
  (await (await forecourt.advertForm()).kept()).accountId

/** Takes a file of the form through the check of an import. */
async function imported({ forecourt }: App, text: string, shape = {}) {
  const { drafts, account } = forecourt.planning
  const draftId = drafts.begin('form.csv')
  await drafts.append(draftId, Buffer.from(text))
  const inspection = await drafts.inspect(draftId, shape)
  const check = await drafts.check(
    draftId,
    { shape, mapping: inspection.mapping, operation: inspection.operation === 'mixed' ? null : 'create' },
    await account(),
  )
  const { rows } = await drafts.rows(draftId, { filter: 'all' }, 0, 20)
  return { draftId, check, rows }
}

async function checkedDraft({ forecourt }: App, draft: MadeDraft | null) {
  if (!draft) throw new Error('the form has an error')
  const { drafts, account } = forecourt.planning
  const { draftId } = draft
  const check = await drafts.check(draftId, { shape: {}, mapping: null, operation: null }, await account())
  const { rows } = await drafts.rows(draftId, { filter: 'all' }, 0, 20)
  return { draftId, check, rows }
}

test('a form is kept for its account over a restart, and is gone if it is emptied or discarded', async () => {
  const app = await openApp()
  const accountId = await accountOf(app)
  const begun = formOf({ price: '12', auto_note: 'Майже' })
  await (await app.forecourt.advertForm()).keep(accountId, begun)
  expect(await (await app.forecourt.advertForm()).keep('another account', formOf({ price: '99' }))).toBeNull()
  const again = await app.reopen()
  expect(await (await again.forecourt.advertForm()).kept()).toEqual({ accountId, form: begun })
  await (await again.forecourt.advertForm()).keep(accountId, formOf({ price: ' ' }))
  expect(await (await again.forecourt.advertForm()).kept()).toEqual({ accountId, form: null })
  await (await again.forecourt.advertForm()).keep(accountId, begun)
  ;(await again.forecourt.advertForm()).discard(accountId)
  expect(await (await again.forecourt.advertForm()).kept()).toEqual({ accountId, form: null })
})

test('the form takes every field that a create takes, and no other', () => {
  expect(formFields).toEqual(Object.keys(createPayload.shape))
})

const wrong: readonly (readonly [string, FormCells])[] = [
  ['hardly anything', { version: 'S' }],
  ['a price that is a word', { ...full, price: 'cheap' }],
  ['a price of zero', { ...full, price: '0' }],
  ['a negative price', { ...full, price: '-5' }],
  ['another currency in the price', { ...full, price: '5000 USD' }],
  ['a currency that is none', { ...full, currency_id: 'GBP' }],
  ['an id that a spreadsheet spoilt', { ...full, equip_id: '9.0158E+5' }],
  ['a name that nobody knows', { ...full, marka_id: 'Мерсідусь' }],
  ['ids that do not belong together', { ...full, marka_id: '84' }],
  ['a flag that is neither', { ...full, in_stock: 'maybe' }],
  ['a text that is too long for an address', { ...full, auto_note: 'ї'.repeat(4_000) }],
  ['a formula’s error', { ...full, auto_note: '#REF!' }],
]

test('the form finds the same as the check of an import, in the same words', async () => {
  const app = await openApp()
  const accountId = await accountOf(app)
  await (await app.forecourt.advertForm()).names('makes', none)
  for (const make of [9, 84]) await (await app.forecourt.advertForm()).names('models', { ...none, make })
  await (await app.forecourt.advertForm()).names('equips', { ...none, make: 9, model: 96, base: x5.base_id })
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
  const header = formFields.map((field) => quoted(writeFields[field].label())).join(',')
  const lines = wrong.map(([, cells]) =>
    formFields.map((field) => quoted(guardText(cells[field] ?? ''))).join(','),
  )
  const { rows } = await imported(app, `${[header, ...lines].join('\n')}\n`, { decimalMark: '.' })
  const messages = (problems: readonly { message: string; severity: string }[] = []): string[] =>
    problems.map(({ message, severity }) => `${severity}: ${message}`).toSorted()
  for (const [at, [what, cells]] of wrong.entries()) {
    const found = await (await app.forecourt.advertForm()).keep(accountId, formOf(cells))
    expect(messages(found?.problems), what).toEqual(messages(rows[at]?.problems))
    expect(
      found?.problems.some(({ severity }) => severity === 'error'),
      what,
    ).toBe(true)
  }
})

const none = { make: null, model: null, generation: null, body: null, base: null }

test('a form creates one advert as it was typed, which is then one of the stock', async () => {
  const app = await openApp()
  const { planning, batches, inventory } = app.forecourt
  const advertForm = await app.forecourt.advertForm()
  const accountId = await accountOf(app)
  const { draft, check } = await advertForm.stage(accountId, formOf(full))
  expect(check.problems).toEqual([])
  const { draftId, rows, check: checked } = await checkedDraft(app, draft)
  expect(rows[0]).toMatchObject({ operation: 'create', problems: [], payload: check.payload })
  expect(checked).toMatchObject({ rows: 1, creates: 1, toSend: 1, confirmations: [] })
  const before = inventory.count(await app.forecourt.context.accounts.owner())
  const { id } = await planDraft(planning, draftId, [])
  await batches.control.send(id)
  await batches.control.idle()
  const sent = (await app.control.ledger()).filter(({ method }) => method === 'POST')
  expect(sent).toHaveLength(1)
  expect(sent[0]?.params).toMatchObject({ base_id: String(x5.base_id), price: '25900.5', auto_note: note })
  await eventually(async () =>
    expect(inventory.count(await app.forecourt.context.accounts.owner())).toBe(before + 1),
  )
  // The same form again: the import's own question keeps it from a second advert.
  const again = await checkedDraft(app, (await advertForm.stage(accountId, formOf(full))).draft)
  expect(again.check.confirmations).toMatchObject([{ code: 'sent-before', count: 1 }])
})

test('names are read list by list, one call for each, and once', async () => {
  const app = await openApp()
  const advertForm = await app.forecourt.advertForm()
  await app.control.clearRequests()
  const named = async (...asked: Parameters<typeof advertForm.names>) => {
    const list = await advertForm.names(...asked)
    expect(list).toMatchObject({ source: 'service', failure: null })
    return list.names
  }
  const within = { ...none, make: x5.marka_id, model: x5.model_id }
  expect(await named('makes', none)).toContainEqual({ id: 9, name: 'BMW', about: '' })
  expect(await named('models', within)).toContainEqual({ id: x5.model_id, name: 'X5', about: '' })
  const [generation] = await named('generations', within)
  const inGeneration = { ...within, generation: generation?.id ?? 0 }
  const [body] = await named('bodies', inGeneration)
  expect(body?.name).not.toBe('')
  const bases = await named('bases', { ...inGeneration, body: body?.id ?? 0 })
  expect(bases.map(({ id }) => id)).toContain(x5.base_id)
  const equips = await named('equips', { ...within, base: x5.base_id })
  expect(equips.map(({ id }) => id)).toContain(x5.equip_id)
  await named('makes', none)
  const calls = Object.entries(await app.control.requests()).filter(([name]) => name.includes('/auto/new/'))
  expect(calls.every(([, count]) => count === 1)).toBe(true)
  // The names are known to the check from then on.
  const check = await advertForm.keep(await accountOf(app), formOf(full))
  expect(Object.keys(check?.names ?? {})).toEqual(['marka_id', 'model_id', 'base_id', 'equip_id'])
  expect(check?.problems).toEqual([])
})

test('a list that the service does not give is what this computer has learned, and says why', async () => {
  const app = await openApp()
  const advertForm = await app.forecourt.advertForm()
  await app.control.setModes({ off: { '/auto/new/m*': 404 } })
  const refused = await advertForm.names('makes', none)
  expect(refused).toMatchObject({ source: 'known', failure: null })
  expect(refused.names.length).toBeGreaterThan(0)
  await app.control.addFault({ kind: 'status', status: 400, path: '/auto/new/generations', count: 5 })
  const failed = await advertForm.names('generations', { ...none, make: 9, model: 96 })
  expect(failed).toMatchObject({ names: [], source: 'known' })
  expect(failed.failure?.words).not.toBe('')
})
