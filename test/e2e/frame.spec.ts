import { expect, test } from './app.ts'

test('the window shows the app, and nothing of Node', async ({ window }) => {
  await expect(window).toHaveTitle(/Forecourt/)
  await expect(window.locator('#app > *').first()).toBeVisible()
  expect(
    await window.evaluate(() => ['require', 'process', 'Buffer'].filter((name) => name in globalThis)),
  ).toEqual([])
  expect(
    await window.evaluate(() =>
      Object.keys((globalThis as unknown as { forecourt: object }).forecourt).sort(),
    ),
  ).toEqual(['cancel', 'invoke', 'subscribe'])
})

test('a call that is not in the table is refused in words, not by an error', async ({ window }) => {
  const reply = await window.evaluate(() => {
    type Invoke = (name: string, ask: unknown, ticket: number) => Promise<unknown>
    const { forecourt } = globalThis as unknown as { forecourt: { invoke: Invoke } }
    return forecourt.invoke('accounts:read-key', {}, -1)
  })
  expect(reply).toMatchObject({ ok: false, failure: { code: 'invalid-request' } })
})
