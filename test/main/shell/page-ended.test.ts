import { EventEmitter, once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type { App, BrowserWindow } from 'electron'
import { expect, onTestFinished, test } from 'vitest'
import { applyLocale } from '../../../src/shared/i18n/locale.ts'
import { answerFile, contentSecurityPolicy, serveApp } from '../../../src/main/shell/app-protocol.ts'
import {
  endedAddress,
  failedAddress,
  replaceEndedPage,
  standInFiles,
} from '../../../src/main/shell/page-ended.ts'

class OwnWindow extends EventEmitter {
  readonly webContents = { id: 1, getURL: () => this.url }
  url = 'app://forecourt/index.html'
  readonly loaded: string[] = []

  isDestroyed(): boolean {
    return false
  }

  loadURL(url: string): Promise<void> {
    this.loaded.push(url)
    this.url = url
    this.emit('loaded')
    return Promise.resolve()
  }
}

function watched() {
  const app = new EventEmitter()
  const window = new OwnWindow()
  const logged: unknown[] = []
  const endedAt = replaceEndedPage(
    app as unknown as App,
    () => window as unknown as BrowserWindow,
    (details) => logged.push(details),
  )
  const gone = (contents: object, reason: string): boolean =>
    app.emit('render-process-gone', {}, contents, { reason, exitCode: 9 })
  return { window, logged, gone, endedAt }
}

test.each(['crashed', 'killed', 'oom', 'abnormal-exit'])(
  'a page that ended (%s) is replaced and logged',
  async (reason) => {
    const { window, logged, gone } = watched()
    gone(window.webContents, reason)
    expect(window.loaded).toEqual([])
    await once(window, 'loaded')
    expect(window.loaded).toEqual([endedAddress])
    expect(logged).toEqual([{ reason, exitCode: 9 }])
  },
)

test('it leads back to the address that ended, and to the first page if that one ends again', async () => {
  const { window, gone, endedAt } = watched()
  expect(endedAt()).toBeUndefined()
  window.url = 'app://forecourt/index.html#/inventory?list='
  gone(window.webContents, 'crashed')
  await once(window, 'loaded')
  expect(endedAt()).toBe('app://forecourt/index.html#/inventory?list=')
  window.url = 'app://forecourt/index.html#/inventory?list='
  gone(window.webContents, 'crashed')
  expect(endedAt()).toBeUndefined()
})

test('a page that ended in order, or is not ours, is left; so is the replacement itself', async () => {
  const { window, gone } = watched()
  gone(window.webContents, 'clean-exit')
  gone({ id: 2, getURL: () => '' }, 'crashed')
  window.url = endedAddress
  gone(window.webContents, 'crashed')
  await setImmediate()
  expect(window.loaded).toEqual([])
})

test.each([
  ['en', 'The page ended unexpectedly', 'The page did not load'],
  ['uk', 'Сторінка несподівано закрилася', 'Сторінка не завантажилася'],
] as const)('it says so in the language of the app: %s', async (locale, words, notLoaded) => {
  applyLocale(locale)
  onTestFinished(() => applyLocale('en'))
  const handlers: ((request: Request) => Response | Promise<Response>)[] = []
  serveApp({ handle: (_scheme, handler) => handlers.push(handler) }, '/nowhere', () =>
    standInFiles('app://forecourt/"'),
  )
  const page = await handlers[0]?.(new Request(endedAddress))
  const html = (await page?.text()) ?? ''
  expect(html).toContain(`<html lang="${locale}">`)
  expect(html).toContain(words)
  expect(html).toContain('href="app://forecourt/&#34;"')
  expect(html).not.toMatch(/<script|<style| style=/)
  expect(page?.headers.get('content-security-policy')).toBe(contentSecurityPolicy)
  const failed = await handlers[0]?.(new Request(failedAddress))
  expect(await failed?.text()).toContain(notLoaded)
  const css = await handlers[0]?.(new Request('app://forecourt/page-ended.css'))
  expect(css?.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(answerFile('/nowhere', new Request(endedAddress)).status).toBe(404)
})
