import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { goTo, inventoryAtRest } from './service.ts'

const heading = (window: Page) => window.getByRole('heading', { level: 1 })

test('the heading of a page takes the focus when the page is opened, by the rail and by the palette', async ({
  window,
}) => {
  await inventoryAtRest(window)
  for (const page of [
    'Today',
    'Import',
    'Activity',
    'Orders',
    'Market',
    'Settings',
    'Notices',
    'Real estate',
    'Inventory',
  ]) {
    await goTo(window, page)
    await expect(heading(window)).toHaveText(page)
    await expect(heading(window)).toBeFocused()
  }
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
