import { afterEach, expect, test } from 'vitest'
import { Fault } from '#shared/bridge/failure.ts'
import { applyLocale } from '#shared/i18n/locale.ts'
import { failureWords } from '#shared/words/failure-words.ts'
import { createClient, listenTo } from '../../src/renderer/bridge.ts'
import { loadFailureWords } from '../../src/renderer/speaking-failure.ts'

afterEach(() => applyLocale('en'))

/** What main answers and publishes, as it arrives in a page that speaks English at first. */
async function arrived(reply: unknown, payload: unknown) {
  const published: unknown[] = []
  const bridge = {
    invoke: () => Promise.resolve(structuredClone(reply)),
    cancel: () => undefined,
    subscribe: (listener: (name: string, payload: unknown) => void) => {
      listener('orders:changed', structuredClone(payload))
      return () => undefined
    },
  }
  listenTo(bridge)('orders:changed', (value) => published.push(value))
  return { answered: await createClient(bridge)('orders:list', null), published }
}

const failed = new Fault('network', { reason: 'offline' })

test('a failure on the screen speaks the current language, wherever an answer or an event holds it', async () => {
  const english = failureWords(failed)
  const answer = { orders: [{ id: 1 }], failure: english, unread: { count: 2, first: english } }
  const called = await arrived({ ok: true, value: answer }, answer)
  const refused = (await arrived({ ok: false, failure: english }, null)).answered
  const all = { answered: called.answered, published: called.published, refused }
  const shown = { ok: true, value: answer }
  expect(all).toEqual({ answered: shown, published: [answer], refused: { ok: false, failure: english } })

  applyLocale('uk')
  await loadFailureWords()
  const ukrainian = failureWords(failed)
  expect(ukrainian.words).not.toBe(english.words)
  const now = { orders: [{ id: 1 }], failure: ukrainian, unread: { count: 2, first: ukrainian } }
  expect(all).toEqual({
    answered: { ok: true, value: now },
    published: [now],
    refused: { ok: false, failure: ukrainian },
  })
})
