import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { assembledIn } from '../assembled.ts'
import { testKey } from '../http/local-service.ts'
import { folderOfTest } from '../../folders.ts'

function folder(): string {
  const dataDir = folderOfTest()
  return dataDir
}

const connected = { baseUrl: 'http://127.0.0.1:9', userId: 1, key: testKey }

test('the log and what is redacted know the key of the environment before it is used', async () => {
  const dataDir = folder()
  const forecourt = assembledIn(dataDir, { overrides: connected })
  expect((await forecourt.context.accounts.connection()).key).toBe(testKey)
  forecourt.context.log.error(`x ${testKey}`, { url: encodeURIComponent(testKey) })
  expect(forecourt.context.redactor.redact(testKey)).toBe('[key]')
  await forecourt.close()
  const text = readFileSync(join(dataDir, 'logs', 'forecourt.log'), 'utf8')
  expect(text).toContain('"event":"x [key]"')
  expect(text).toContain('"url":"[key]"')
})

test('and those of the sandbox and of the keychain', async () => {
  const forecourt = assembledIn(folder())
  onTestFinished(() => forecourt.close())
  const { key } = await forecourt.context.accounts.connection()
  expect(forecourt.context.redactor.redact(key)).toBe('[key]')
  const saved = await forecourt.context.accounts.save({
    name: 'Dealer',
    baseUrl: 'https://service.example',
    userId: 7,
    readAuth: 'query',
  })
  const accountId = saved.accounts.find(({ userId }) => userId === 7)?.id ?? ''
  await forecourt.context.accounts.setKey(accountId, testKey)
  onTestFinished(() => void forecourt.context.accounts.remove(accountId).catch(() => undefined))
  expect(forecourt.context.redactor.redact(testKey)).toBe('[key]')
})

test('files of drafts that an earlier run left are removed at the start, those of a run that goes on are not', async () => {
  const dataDir = folder()
  const drafts = join(dataDir, 'drafts')
  mkdirSync(join(drafts, 'a folder'), { recursive: true })
  const day = 24 * 3_600_000
  const ages = {
    'old.csv': 8,
    'old.table': 30,
    'old.db': 8,
    'old.db-journal': 8,
    'open.csv': 6,
    'open.db': 0,
  }
  for (const [name, days] of Object.entries(ages)) {
    writeFileSync(join(drafts, name), 'ціна')
    const at = (Date.now() - days * day) / 1_000
    utimesSync(join(drafts, name), at, at)
  }
  await assembledIn(dataDir).close()
  expect(Object.keys(ages).filter((name) => existsSync(join(drafts, name)))).toEqual(['open.csv', 'open.db'])
})
