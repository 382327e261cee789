import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { runAction } from './keys.ts'
import { bringFile, goTo, inventoryAtRest } from './service.ts'

/** What the guidelines ask of a page, and what the rules' authors recommend besides. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The page is drawn in its fonts and colours: in the middle of a transition a colour is none of the theme's. */
async function painted(window: Page): Promise<void> {
  await window.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

/** What axe finds wrong on the page as it is shown, in both themes: rule, element, what is wrong. */
async function faults(window: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme })
    await painted(window)
    // The host's window has one page: axe must not open another.
    const { violations } = await new AxeBuilder({ page: window }).setLegacyMode(true).withTags(tags).analyze()
    for (const { id, nodes } of violations)
      for (const { html, failureSummary } of nodes.slice(0, 3))
        found.push(
          `${colorScheme} ${id}: ${html.slice(0, 160)} ${failureSummary?.replaceAll(/\s+/g, ' ').slice(0, 200)}`,
        )
  }
  return found
}

test.beforeAll(async ({ app }) => {
  await inventoryAtRest(app.window)
})

for (const page of ['Today', 'Inventory', 'Activity', 'Orders', 'Calls', 'Market', 'Real estate', 'Settings'])
  test(`axe finds nothing on the page ${page}`, async ({ window }) => {
    await goTo(window, page)
    await expect(window.getByRole('heading', { level: 1, name: page })).toBeVisible()
    await window.waitForLoadState('networkidle')
    expect(await faults(window)).toEqual([])
  })

test('axe finds nothing beside an open advert, with edits, in their review and in its dialogs', async ({
  window,
}) => {
  await goTo(window, 'Inventory')
  const grid = window.getByRole('grid', { name: 'Inventory' })
  const price = await grid.getByRole('columnheader', { name: 'Price' }).getAttribute('aria-colindex')
  await grid.locator(`[aria-rowindex="2"] > [aria-colindex="${price}"]`).click()
  await window.keyboard.type('12345')
  await window.keyboard.press('Enter')
  await grid.locator('[aria-rowindex="3"] > [aria-colindex="3"]').dblclick()
  await expect(window.getByRole('complementary')).toBeVisible()
  expect(await faults(window)).toEqual([])
  await runAction(window, 'Review and send')
  await expect(window.getByRole('heading', { name: 'Unsent edits' })).toBeVisible()
  await expect(window.getByRole('table', { name: 'Unsent edits' })).toContainText('12,345')
  expect(await faults(window)).toEqual([])
  await window.keyboard.press('ControlOrMeta+k')
  await expect(window.getByRole('dialog')).toBeVisible()
  expect(await faults(window)).toEqual([])
  await window.keyboard.press('Escape')
})

test('axe finds nothing in the steps of an import, a batch, and the form of a new advert', async ({
  window,
}) => {
  await goTo(window, 'Activity')
  await window.getByRole('button', { name: 'Import a file' }).first().click()
  expect(await faults(window)).toEqual([])
  await bringFile(window, { name: 'prices.csv', text: 'auto_id,price,currency\n1,2,USD\n3,4,\n' })
  expect(await faults(window)).toEqual([])
  await window.getByRole('button', { name: 'Columns' }).click()
  expect(await faults(window)).toEqual([])
  await runAction(window, 'New advert…')
  await expect(window.getByRole('heading', { name: 'New advert' })).toBeVisible()
  expect(await faults(window)).toEqual([])
})
