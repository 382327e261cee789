import type { CDPSession, Locator, Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { goTo, inventoryAtRest } from './service.ts'

const heading = (window: Page) => window.getByRole('heading', { level: 1 })

const pages = [
  'Today',
  'Import',
  'Activity',
  'Orders',
  'Market',
  'Inventory',
  'Settings',
  'Real estate',
  'Notices',
]

async function openEach(window: Page): Promise<void> {
  for (const page of pages) {
    await goTo(window, page)
    await expect(heading(window)).toHaveText(page)
    await expect(heading(window)).toBeFocused()
  }
}

/** Listeners and nodes that the page holds once nothing is left to collect. */
async function held(session: CDPSession): Promise<{ listeners: number; nodes: number }> {
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const count = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? NaN
  return { listeners: count('JSEventListeners'), nodes: count('Nodes') }
}

test('the heading of a page takes the focus when it is opened, and a page that was left is held by nothing', async ({
  window,
}) => {
  await inventoryAtRest(window)
  const session = await window.context().newCDPSession(window)
  await session.send('Performance.enable')
  await openEach(window)
  const before = await held(session)
  await openEach(window)
  // Held, the pages of a round are 200 listeners and 5,000 nodes.
  await expect
    .poll(async () => {
      const after = await held(session)
      return after.listeners - before.listeners < 50 && after.nodes - before.nodes < 1_000
    })
    .toBe(true)
  await session.detach()
  await window.keyboard.press('ControlOrMeta+k')
  await window.keyboard.type('go to orders')
  await window.keyboard.press('Enter')
  await expect(heading(window)).toHaveText('Orders')
  await expect(heading(window)).toBeFocused()
})

/** Does what removes something, and waits until it is gone and the page had some frames to give the focus on. */
async function keepsFocus(window: Page, gone: Locator, remove: () => Promise<void>): Promise<void> {
  await expect(gone).not.toHaveCount(0)
  await remove()
  await expect(gone).toHaveCount(0)
  await window.evaluate(async () => {
    for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame)
  })
  const focused = (): Promise<string | undefined> => window.evaluate(() => document.activeElement?.tagName)
  await expect.poll(focused, { message: String(gone) }).not.toBe('BODY')
}

test('what closes or goes leaves the focus on the page: menus, popups, dialogs, panes, lines and notices', async ({
  window,
}) => {
  const main = window.getByRole('main')
  const button = (name: string | RegExp): Locator => window.getByRole('button', { name }).first()
  const enter = (name: string | RegExp) => (): Promise<void> => button(name).press('Enter')
  const escape = (): Promise<void> => window.keyboard.press('Escape')
  await goTo(window, 'Today')
  await expect(heading(window)).toBeFocused()
  for (const name of ['Stay in the sandbox', 'Don’t show again'])
    await keepsFocus(window, button(name), enter(name))
  const lines = main.getByRole('button', { name: /^Done: / })
  await keepsFocus(window, lines, async () => {
    for (let left = await lines.count(); left > 0; left -= 1) {
      await window.keyboard.press('d')
      await expect(lines).toHaveCount(left - 1)
    }
  })
  // It takes the focus while nothing else has it: a click on a text in it later focuses nothing.
  const list = main.getByRole('list', { name: 'What needs you' })
  await expect(list).toBeFocused()
  await heading(window).focus()
  await expect(list).not.toHaveAttribute('tabindex')
  await goTo(window, 'Inventory')
  const grid = window.getByRole('grid', { name: 'Inventory' })
  for (const name of [/^Group/, 'Views', 'Filter', 'Sources', 'Columns', 'Add by id', 'Colour rules']) {
    await main.getByRole('button', { name }).first().press('Enter')
    await keepsFocus(window, window.locator('.popup, .dialog'), escape)
  }
  await enter(/^No photo/)()
  await keepsFocus(window, button(/^Remove the filter/), enter(/^Remove the filter/))
  await grid.focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await window.keyboard.press(key)
  await keepsFocus(window, button('Close the details'), enter('Close the details'))
  await keepsFocus(window, button('Select nothing'), enter('Select nothing'))
  for (const key of ['ControlOrMeta+k', '?']) {
    await window.keyboard.press(key)
    await keepsFocus(window, window.locator('.dialog'), escape)
  }
  // A page that shows another one's list, and a line of it that goes.
  const price = await grid
    .getByRole('columnheader', { name: 'Price', exact: true })
    .getAttribute('aria-colindex')
  await grid.locator(`[aria-rowindex="3"] > [aria-colindex="${price}"]`).click()
  for (const key of ['9', '1', '0', '0', 'Enter']) await window.keyboard.press(key)
  await enter(/^Review 1 edit/)()
  await expect(heading(window)).toBeFocused()
  await keepsFocus(window, button('Drop this edit'), enter('Drop this edit'))
  await goTo(window, 'Inventory')
})

test('who types elsewhere when a page comes goes on typing', async ({ window }) => {
  await goTo(window, 'Today')
  await expect(heading(window)).toHaveText('Today')
  await window.keyboard.press('ControlOrMeta+f')
  await window.keyboard.type('bmw')
  await window.keyboard.press('Enter')
  await expect(heading(window)).toHaveText('Inventory')
  await expect(window.getByRole('search').getByRole('textbox')).toBeFocused()
  await window.keyboard.type(' x5')
  await expect(window.getByRole('search').getByRole('textbox')).toHaveValue('bmw x5')
  await window.getByRole('search').getByRole('textbox').fill('')
})

test('each step of an import begins at its heading, and no step leaves the focus on the body', async ({
  window,
}) => {
  await goTo(window, 'Import')
  await expect(heading(window)).toBeFocused()
  await window.locator('input[type=file]').setInputFiles('resources/examples/price-update.csv')
  const next = async (button: string, step: string): Promise<void> => {
    await expect(window.getByRole('button', { name: button, exact: true })).toBeEnabled()
    await window.getByRole('button', { name: button, exact: true }).press('Enter')
    await expect(heading(window)).toHaveText(new RegExp(`: ${step}$`))
    await expect(heading(window)).toBeFocused()
  }
  await next('Continue to columns', 'Columns')
  await next('Check the rows', 'Check')
  await next('Back', 'Columns')
  await next('Back', 'File')
})
