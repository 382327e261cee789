import { expect, test } from 'vitest'
import { Fault } from '#shared/bridge/failure.ts'
import { AdvertFormState } from '../../../src/renderer/advert-form/advert-form-state.svelte.ts'
import { clientOf } from '../handler-client.ts'

const full = new Fault('storage', { reason: 'full', path: 'forms.db' })

/** A window on a disk that takes forms of accounts, or is full. */
function windowOn(disk: Map<string, { readonly cells: Readonly<Record<string, string>> }>) {
  const state = { full: false, account: 'south' }
  const client = clientOf({
    'advert-form:kept': () => ({ accountId: state.account, form: disk.get(state.account) ?? null }),
    'advert-form:keep': ({
      accountId,
      form,
    }: {
      accountId: string
      form: { cells: Record<string, string> }
    }) => {
      if (state.full) throw full
      disk.set(accountId, form)
      return { problems: [], payload: {}, names: {} }
    },
    'advert-form:discard': ({ accountId }: { accountId: string }) => {
      disk.delete(accountId)
      return null
    },
  })
  return { state, form: new AdvertFormState(client) }
}

test('what a full disk did not take stays in the form over other pages and accounts, and is kept once there is room', async () => {
  const disk = new Map<string, { readonly cells: Readonly<Record<string, string>> }>()
  const { state, form } = windowOn(disk)
  await form.load()
  await expect.poll(() => disk.get('south')?.cells).toEqual({})
  state.full = true
  form.set('auto_note', 'an hour of typing')
  await expect.poll(() => form.failure?.code).toBe('storage')

  await form.load()
  expect(form.text('auto_note')).toBe('an hour of typing')
  await expect.poll(() => form.failure?.code).toBe('storage')

  state.account = 'north'
  await form.load()
  expect(form.text('auto_note')).toBe('')
  await expect.poll(() => form.failure?.code).toBe('storage')
  state.account = 'south'
  await form.load()
  expect(form.text('auto_note')).toBe('an hour of typing')

  await expect.poll(() => form.failure?.code).toBe('storage')
  state.full = false
  await form.load()
  await expect.poll(() => form.failure).toBeNull()
  expect(disk.get('south')?.cells).toEqual({ auto_note: 'an hour of typing' })
})

test('a form that could not be kept does not come back after it was discarded', async () => {
  const disk = new Map<string, { readonly cells: Readonly<Record<string, string>> }>()
  const { state, form } = windowOn(disk)
  await form.load()
  await expect.poll(() => disk.has('south')).toBe(true)
  state.full = true
  form.set('auto_note', 'not wanted')
  await expect.poll(() => form.failure?.code).toBe('storage')
  await form.discard()
  await form.load()
  expect(form.text('auto_note')).toBe('')
})
