import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { logError } from '../../../src/sandbox/server/log-error.ts'
import { running, temporaryFolder } from '../running.ts'

let told: string[] = []
beforeEach(() => {
  told = []
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => void told.push(words.join(' ')))
})
afterEach(() => void vi.restoreAllMocks())

it('a failure of the sandbox is answered, and told without the key', async () => {
  const path = join(await temporaryFolder(), 'sandbox.db')
  const asking = await running({ databasePath: path })
  const db = new DatabaseSync(path)
  for (const { name } of db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all())
    if (!String(name).startsWith('sqlite_')) db.exec(`DROP TABLE "${String(name)}"`)
  db.close()
  const answer = await asking.fetch('DELETE', '/auto/new/autos', 'auto_id=1')
  expect([answer.status, await answer.json()]).toMatchObject([500, { error: { code: 'SANDBOX_FAILED' } }])
  expect(told.join()).toMatch(/^The sandbox failed to answer\nError ERR_SQLITE_ERROR\n {4}at /)
  expect(told.join()).not.toContain(asking.sandbox.key)
})

it('what is told of an error is its name and place, not its words', () => {
  const key = 'x'.repeat(40)
  try {
    new URL(`//?api_key=${key}`, 'http://sandbox')
  } catch (error) {
    logError('It failed', error)
  }
  logError('And again', `thrown ${key}`)
  expect(told.join()).toContain('TypeError ERR_INVALID_URL')
  expect(told.join()).toContain('own-failures.test.ts')
  expect(told.join()).not.toContain(key)
})
