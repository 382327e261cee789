import { expect, test } from 'vitest'
import { Actions } from '../../../src/renderer/ui/actions.svelte.ts'

/** A page that can print, once it has read its list. */
function pageOf(actions: Actions, state: { loading: boolean; disabled: boolean }): string[] {
  const done: string[] = []
  actions.offer(() => [{ id: 'print', label: 'Print', ...state, run: () => done.push('printed') }])
  return done
}

test('a key that is pressed while the list is read acts once it is there', async () => {
  const actions = new Actions()
  const state = { loading: true, disabled: true }
  const done = pageOf(actions, state)
  await actions.runByKey('orders', 'print')
  expect(actions.takeAwaited('orders')).toBeUndefined()
  Object.assign(state, { loading: false, disabled: false })
  await actions.takeAwaited('orders')?.run()
  expect(done).toEqual(['printed'])
  expect(actions.takeAwaited('orders')).toBeUndefined()
})

test('it does nothing on another page, after the next key, or where nothing is to be done', async () => {
  const actions = new Actions()
  const state = { loading: true, disabled: true }
  const done = pageOf(actions, state)
  await actions.runByKey('orders', 'print')
  expect(actions.takeAwaited('market')).toBeUndefined()
  await actions.runByKey('orders', 'print')
  actions.dropAwaited()
  Object.assign(state, { loading: false })
  await actions.runByKey('orders', 'print')
  Object.assign(state, { disabled: false })
  expect(actions.takeAwaited('orders')).toBeUndefined()
  expect(done).toEqual([])
})
