import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { logError } from '../../../src/sandbox/server/log-error.ts'
import { running, temporaryFolder } from '../running.ts'

let told: string[] = []
beforeEach(() => {
  told = []
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => void told.push(words.join(' ')))
})
afterEach(() => void vi.restoreAllMocks())

/** Asks as no client would let one ask. */
async function ask(baseUrl: string, target: string): Promise<string> {
  const { port, hostname } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  socket.end(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString()))
  await once(socket, 'close')
  return text
}

describe('an odd address', () => {
  it.each([
    ['//', 404],
    ['///', 404],
    ['//x:99999/states', 404],
    ['http://[/', 400],
  ])('%s gets an answer, and nothing is told of it', async (target, status) => {
    const { sandbox } = await running()
    const answer = await ask(sandbox.baseUrl, `${target}?api_key=${sandbox.key}`)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*"error":\\{"code"`))
    expect(told).toEqual([])
  })
})

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
