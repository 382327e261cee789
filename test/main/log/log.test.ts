import { closeSync, existsSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Fault } from '../../../src/shared/bridge/failure.ts'
import { Log, type LogOptions } from '../../../src/main/log/log.ts'
import { Redactor } from '../../../src/main/log/redact.ts'
import { handClock } from '../system/hand-clock.ts'
import { testKey } from '../http/local-service.ts'
import { folderOfTest } from '../../folders.ts'

function logIn(options: Partial<LogOptions> = {}) {
  const folder = folderOfTest()
  const directory = join(folder, 'logs')
  const redactor = new Redactor()
  redactor.addKey(testKey)
  const log = new Log({ directory, redactor, clock: handClock(), ...options })
  onTestFinished(() => log.close())
  const path = join(directory, 'forecourt.log')
  const lines = () =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  return { log, path, directory, lines }
}

test('no field of a line, no error and no cause holds the key', () => {
  const { log, path, lines } = logIn()
  const cause = new Error(`GET https://x/?api_key=${encodeURIComponent(testKey)}`)
  log.error(`event ${testKey}`, {
    error: new Fault('network', { path: testKey }, { cause }),
    nested: { authorization: `Basic ${btoa(`${testKey}:`)}`, key: testKey },
    [testKey]: 1,
  })
  const text = readFileSync(path, 'utf8')
  for (const form of [
    testKey,
    JSON.stringify(testKey).slice(1, -1),
    encodeURIComponent(testKey),
    btoa(`${testKey}:`),
  ])
    expect(text).not.toContain(form)
  expect(lines()).toHaveLength(1)
  expect(text).toContain('"code":"network"')
})

test('a text that holds the key in another escaping is withheld, and its line stays', () => {
  const { log, lines } = logIn()
  const code = (at: number, base: number): string => testKey.charCodeAt(at).toString(base)
  const each = (escape: (at: number) => string): string => Array.from(testKey, (_, at) => escape(at)).join('')
  const url = each((at) => `%${code(at, 16)}`)
  const forms = {
    url,
    urlTwice: encodeURIComponent(url),
    json: each((at) => `\\u00${code(at, 16)}`),
    script: each((at) => `\\x${code(at, 16)}`),
    html: each((at) => `&#${code(at, 10)};`),
    spaced: testKey.replaceAll(/./g, '$& '),
  }
  log.warn('answer', { forms, other: 'kept' })
  const [line] = lines()
  expect(line).toMatchObject({ event: 'answer', other: 'kept' })
  expect(new Set(Object.values(line?.forms as object))).toEqual(new Set(['[key]']))
})

test('the file and its folder are the owner’s only', () => {
  const { log, path, directory } = logIn()
  log.info('x')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(directory).mode & 0o777).toBe(0o700)
})

test('a file that grows too large makes place, one old one is kept', () => {
  const { log, path } = logIn({ largestBytes: 500 })
  for (let index = 0; index < 40; index += 1) log.info('a line of some length', { index })
  expect(statSync(path).size).toBeLessThan(700)
  expect(statSync(`${path}.1`).size).toBeLessThan(700)
  expect(existsSync(`${path}.2`)).toBe(false)
  expect(readFileSync(path, 'utf8')).toContain('"index":39')
})

test('a file that can make no place goes on, and no other file is closed in its stead', () => {
  const { log, path } = logIn({ largestBytes: 500 })
  mkdirSync(join(`${path}.1`, 'in the way'), { recursive: true })
  for (let index = 0; index < 20; index += 1) {
    log.info('a line of some length', { index })
    // Takes the number of a file that was closed before.
    const other = openSync(path, 'r')
    log.info('another line')
    closeSync(other)
  }
  expect(readFileSync(path, 'utf8')).toContain('"index":19')
})

test('a line after the end is dropped', () => {
  const { log, lines } = logIn()
  log.info('a')
  log.close()
  log.info('b')
  log.close()
  expect(lines()).toHaveLength(1)
})
