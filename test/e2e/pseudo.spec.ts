import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { buildPseudo } from './pseudo-build.ts'
import { settled } from './settled.ts'
import { faultsOf } from './words-shown.ts'

const root = resolve(import.meta.dirname, '../..')
const built = join(root, 'out-pseudo')
const pages = [
  'today',
  'inventory',
  'edits',
  'new-advert',
  'imports',
  'activity',
  'orders',
  'calls',
  'market',
  'realty',
  'settings',
  'notices',
  'guide',
  'welcome',
]

test.use({ entry: join(built, 'main/index.cjs') })
test.beforeAll(() => buildPseudo(join(root, 'out'), built))
test.afterAll(() => rmSync(built, { recursive: true, force: true }))

async function open(window: Page, page: string): Promise<void> {
  await window.evaluate((to) => {
    location.hash = `#/${to}`
  }, page)
  await expect(window.locator('main h1').first()).toBeVisible()
  await settled(() => window.locator('main').innerText())
}

test('every word of a page is a message, and a language that is 40 % longer has room at 1024 × 700', async ({
  window,
}) => {
  await window.setViewportSize({ width: 1024, height: 700 })
  await open(window, 'inventory')
  await expect(window.getByRole('gridcell').nth(40)).toBeVisible()
  const found: Record<string, unknown> = {}
  for (const page of pages) {
    await open(window, page)
    await expect(window.locator('body')).toContainText(/[ååéé]{2}/)
    // What is loaded meanwhile is looked at again.
    await expect
      .poll(async () => {
        found[page] = await faultsOf(window)
        return found[page]
      })
      .toEqual({ untranslated: [], cut: [] })
  }
  expect(Object.keys(found)).toEqual(pages)
})

const elsewhere = '[Šôôɱééŵĥééŕéé ééļšéé]'

test('an English word, and one that is cut, are found', async ({ window }) => {
  await open(window, 'settings')
  await window.evaluate((long) => {
    const part = document.createElement('div')
    const box = document.createElement('p')
    Object.assign(box.style, { width: '40px', overflow: 'hidden', whiteSpace: 'nowrap' })
    box.textContent = long
    part.append('Written by hand', box)
    part.title = 'Another one'
    document.querySelector('main h1')?.after(part)
  }, elsewhere)
  expect(await faultsOf(window)).toEqual({
    untranslated: ['Written by hand', 'title: Another one'],
    cut: [elsewhere],
  })
})
