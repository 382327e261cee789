import type { Locator, Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { goTo, inventoryAtRest } from './service.ts'
import { grid } from './stock-list.ts'

const dialog = (window: Page): Locator => window.getByRole('dialog')
const choose = (window: Page, name: string): Promise<void> =>
  dialog(window).getByRole('radio', { name, exact: true }).click()
const preview = (window: Page): Locator => dialog(window).getByRole('table')

test.beforeAll(async ({ app }) => {
  await inventoryAtRest(app.window)
  await grid(app.window).focus()
  await app.window.keyboard.press('ControlOrMeta+a')
})

test('prices are changed by an amount; what can’t be taken is said beside its field, and nothing changes', async ({
  app,
  window,
}) => {
  await window.getByRole('button', { name: 'Price…' }).click()
  await choose(window, 'By an amount')
  const apply = dialog(window).getByRole('button', { name: /^Change \d+ adverts?$/ })
  const amount = dialog(window).getByRole('textbox', { name: 'Change by' })
  await amount.fill('ten')
  await expect(dialog(window).getByText('A number other than zero, such as −500 or 250.')).toBeVisible()
  await expect(apply).toBeDisabled()
  // A link that is opened takes the page away, and nothing that was typed.
  await app.startAgain(['forecourt://orders'])
  await expect(window.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  await goTo(window, 'Inventory')
  await grid(window).focus()
  await window.keyboard.press('ControlOrMeta+a')
  await window.getByRole('button', { name: 'Price…' }).click()
  await expect(amount).toHaveValue('ten')
  await amount.fill('−500')
  await expect(preview(window).getByRole('row').nth(1)).toContainText('$')
  // Sums are in digits of one width; words are not, whose hyphens would be wider.
  const cells = preview(window).getByRole('row').nth(1).getByRole('cell')
  await expect(cells.first()).toHaveCSS('font-variant-numeric', 'normal')
  await expect(cells.last()).toHaveCSS('font-variant-numeric', 'tabular-nums')
  // Those that are priced in other currencies are named, not changed.
  await expect(dialog(window).getByText('They are priced in another currency.')).toBeVisible()
  await apply.click()
  await expect(dialog(window)).toHaveCount(0)
  await expect(grid(window).locator('.cell.proposed').first()).toBeVisible()
  await grid(window).focus()
  await window.keyboard.press('ControlOrMeta+z')
  await expect(grid(window).locator('.cell.proposed')).toHaveCount(0)
})

test('words are counted before they are replaced, and the change is seen as old → new', async ({
  window,
}) => {
  const open = async (way: string): Promise<void> => {
    await window.getByRole('button', { name: 'Text…' }).click()
    await choose(window, way)
  }
  await open('New text')
  await dialog(window).getByRole('textbox', { name: 'Text' }).fill('Авто в салоні. Авто на ходу.')
  await dialog(window)
    .getByRole('button', { name: /^Change \d+ adverts$/ })
    .click()
  await expect(dialog(window)).toHaveCount(0)
  await open('Find and replace')
  await dialog(window).getByRole('textbox', { name: 'Find' }).fill('авто')
  await dialog(window).getByRole('textbox', { name: 'Replace with' }).fill('Машина')
  const count = Number(await grid(window).getAttribute('aria-rowcount')) - 1
  await expect(dialog(window).getByText(`Found in ${2 * count} places.`)).toBeVisible()
  await expect(preview(window).getByRole('row').nth(1)).toContainText('Машина в салоні. Машина на ходу.')
  await dialog(window).getByText('Match case').click()
  await expect(dialog(window).getByText('Found in 0 places.')).toBeVisible()
  await expect(dialog(window).getByRole('button', { name: /^Change 0/ })).toBeDisabled()
  await window.keyboard.press('Escape')
  await expect(dialog(window)).toHaveCount(0)
  await open('Add at the end')
  await dialog(window).getByRole('textbox', { name: 'Text' }).fill('Телефонуйте.')
  await expect(preview(window).getByRole('row').nth(1)).toContainText('Авто на ходу. Телефонуйте.')
  await window.keyboard.press('Escape')
  await expect(dialog(window)).toHaveCount(0)
  await grid(window).focus()
  await window.keyboard.press('ControlOrMeta+z')
  await expect(window.getByRole('button', { name: /Review/ })).toHaveCount(0)
})

test('a link that is opened takes the page away, and no name, account or search that was typed', async ({
  app,
  window,
}) => {
  const away = async (): Promise<void> => {
    await app.startAgain(['forecourt://market'])
    await expect(window.getByRole('heading', { level: 1, name: 'Market' })).toBeVisible()
  }
  const name = window.getByLabel('Name of the view')
  await window.getByRole('button', { name: 'Views' }).click()
  await name.fill('Дорогі')
  await away()
  await goTo(window, 'Inventory')
  await window.getByRole('button', { name: 'Views' }).click()
  await expect(name).toHaveValue('Дорогі')
  await window.keyboard.press('Escape')

  const search = window.getByRole('search').getByRole('textbox')
  for (const page of ['Orders', 'Calls'] as const) {
    await goTo(window, page)
    await expect(window.getByRole('heading', { level: 1, name: page })).toBeVisible()
    await search.fill('Калина')
    await away()
    await expect(search).toHaveValue('')
    await goTo(window, page)
    await expect(search).toHaveValue('Калина')
    await search.fill('')
  }

  await goTo(window, 'Import')
  const pasted = window.getByLabel('Rows with their header')
  const source = window.getByRole('dialog').getByLabel('Source')
  await window.getByRole('button', { name: 'Paste a table' }).click()
  await pasted.fill('auto_id,price\n1,9000')
  await window.getByRole('button', { name: 'New source…' }).click()
  await source.fill('Salon A')
  await away()
  await goTo(window, 'Import')
  await expect(pasted).toHaveValue('auto_id,price\n1,9000')
  await pasted.fill('')
  await window.getByRole('button', { name: 'New source…' }).click()
  await expect(source).toHaveValue('Salon A')
  await source.fill('')
  await window.keyboard.press('Escape')

  await goTo(window, 'Settings')
  const fields = ['Service address', 'User id', 'API key'].map((label) =>
    window.getByLabel(label, { exact: true }),
  )
  await window.getByRole('button', { name: 'Add an account' }).click()
  for (const field of fields) await field.fill('77')
  await away()
  await goTo(window, 'Settings')
  for (const field of fields) await expect(field).toHaveValue('77')
  await window.getByRole('button', { name: 'Cancel' }).click()
})
