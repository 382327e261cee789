import type { CDPSession, Page } from '@playwright/test'
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

test('who types elsewhere when a page comes goes on typing', async ({ window }) => {
  await goTo(window, 'Today')
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
