import { expect, test } from 'vitest'
import { openPage, page } from './fixtures/open-page.ts'

openPage()

test("runs before the page's own scripts", async () => {
  expect(await page.evaluate(() => [fixture.ranBeforeThePage, pageSaw.fixture])).toEqual([true, 'object'])
})

test('gives the page neither require nor Node', async () => {
  const leaked = ['require', 'module', 'process', 'Buffer', 'setImmediate', 'ipcRenderer', 'startPage']
  expect(await page.evaluate((names) => names.filter((name) => name in globalThis), leaked)).toEqual([])
})

test('may require electron, events, timers and url, and nothing else', async () => {
  expect(Object.fromEntries(await page.evaluate(() => fixture.required))).toEqual({
    electron: 'there',
    events: 'there',
    timers: 'there',
    url: 'there',
    'node:url': 'there',
    fs: 'module not found: fs',
    path: 'module not found: path',
    child_process: 'module not found: child_process',
  })
})

test('what it exposes is frozen, deeply, and stays in its place', async () => {
  const held = await page.evaluate(() => {
    'use strict'
    const refused = (change: () => unknown): boolean => {
      try {
        change()
        return false
      } catch (error) {
        return error instanceof TypeError
      }
    }
    return {
      replace: refused(() => (globalThis.fixture = {} as never)),
      remove: refused(
        () =>
          Reflect.deleteProperty(globalThis, 'fixture') ||
          Object.defineProperty(globalThis, 'fixture', { value: 1 }),
      ),
      method: refused(() => (fixture.invoke = () => Promise.resolve())),
      add: refused(() => Object.assign(fixture, { extra: 1 })),
      nested: refused(() => (fixture.nested.list[1].deep = false)),
      list: refused(() => (fixture.nested.list as unknown[]).push(1)),
    }
  })
  expect(held).toEqual({ replace: true, remove: true, method: true, add: true, nested: true, list: true })
})

test('what crosses is a copy, without its class', async () => {
  const crossed = await page.evaluate(() => {
    const mine = { list: [1], when: new Date(3) }
    const back = fixture.echo(mine) as typeof mine
    return {
      other: back !== mine && back.list !== mine.list,
      equal: back.list[0] === 1 && back.when.getTime() === 3,
      body: fixture.echo(document.body) === document.body,
      plain: Object.getPrototypeOf(fixture.car) === Object.prototype && !('drive' in fixture.car),
      fields: Object.entries(fixture.car),
    }
  })
  expect(crossed).toEqual({ other: true, equal: true, body: true, plain: true, fields: [['make', 'Škoda']] })
})

test('an error crosses with its message only, a symbol not at all', async () => {
  const told = await page.evaluate(async () => {
    const error = (await fixture.fails().catch((thrown: unknown) => thrown)) as Error
    const symbol = (() => {
      try {
        return typeof fixture.symbol()
      } catch (thrown) {
        return (thrown as Error).message
      }
    })()
    return { name: error.name, message: error.message, own: 'secret' in error, symbol }
  })
  expect(told).toEqual({
    name: 'Error',
    message: 'told',
    own: false,
    symbol: 'An object could not be cloned.',
  })
})
