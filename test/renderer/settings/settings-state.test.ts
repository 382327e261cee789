import { expect, test } from 'vitest'
import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import { SettingsState } from '../../../src/renderer/settings/settings-state.svelte.ts'

test('a setting that could not be saved is said, wherever it was asked for', async () => {
  const failure = { code: 'storage', words: 'The disk is full.', next: 'Free some space.', details: {} }
  const client = (() => Promise.resolve({ ok: false, failure })) as unknown as Client<Calls>
  const said: string[] = []
  const settings = new SettingsState(client, { show: (words) => void said.push(words) })
  expect(await settings.change({ welcomed: true })).toBe(false)
  expect(said).toEqual(['The disk is full. Free some space.'])
})
