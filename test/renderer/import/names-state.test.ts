import { expect, it } from 'vitest'
import type { Client } from '../../../src/shared/bridge/call.ts'
import type { Calls } from '../../../src/shared/bridge/calls.ts'
import type { Check } from '../../../src/shared/import/draft.ts'
import { NamesState } from '../../../src/renderer/import/names-state.svelte.ts'

it('tells what a look-up came to together with the questions that it leaves', async () => {
  const answer = { check: {} as Check, calls: 3, bounded: false, failure: null }
  const client = (() => Promise.resolve({ ok: true, value: answer })) as unknown as Client<Calls>
  const checked = Promise.withResolvers<undefined>()
  let asked = false
  const names = new NamesState(client, async () => {
    asked = true
    await checked.promise
    // A whole stock is checked anew, which forgets what was asked.
    names.clear()
  })
  const looking = names.lookUp('draft')
  await expect.poll(() => asked).toBe(true)
  expect(names.looked).toBeNull()
  checked.resolve(undefined)
  await looking
  expect(names.looked).toMatchObject({ calls: 3 })
})
