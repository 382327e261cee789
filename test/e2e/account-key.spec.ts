import type { Page } from '@playwright/test'
import { expect, test, wholeTest } from './app.ts'
import { serviceOfFile } from './file-service.ts'
import { goTo } from './service.ts'

const service = serviceOfFile({ adverts: 30 })

const keyField = (window: Page) => window.getByLabel('API key', { exact: true })
const saveAndTest = (window: Page) => window.getByRole('button', { name: 'Save and test' }).click()

test('a key that the service refuses is not kept, and the field says why, in both languages', async ({
  window,
}) => {
  await goTo(window, 'Settings')
  await window.getByRole('button', { name: 'Add an account' }).click()
  await window.getByLabel('Name', { exact: true }).fill('Avto Line')
  await window.getByLabel('Service address').fill(service.baseUrl)
  await window.getByLabel('User id').fill(String(service.userId))
  await keyField(window).fill('x'.repeat(40))
  await saveAndTest(window)
  await expect(keyField(window)).toBeFocused()
  await expect(keyField(window)).toHaveAccessibleDescription(/doesn’t know this API key. It was not saved/)
  await expect(window.getByRole('alert')).toHaveCount(0)

  // Saving without the test keeps it neither.
  await window.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(keyField(window)).toHaveAccessibleDescription(/It was not saved/)
  await window.getByRole('button', { name: 'Cancel' }).click()
  const card = window.getByRole('listitem').filter({ hasText: 'Avto Line' })
  await expect(card).toContainText('No key')

  await window.getByText('Українська', { exact: true }).click()
  await window.getByRole('button', { name: 'Ввести ключ облікового запису Avto Line' }).click()
  const field = window.getByLabel('Ключ API', { exact: true })
  await expect(field).toBeFocused()
  await field.fill('x'.repeat(40))
  await window.getByRole('button', { name: 'Зберегти й перевірити' }).click()
  await expect(field).toHaveAccessibleDescription(/Сервіс не знає такого ключа API. Ключ не збережено/)
  await window.getByRole('button', { name: 'Скасувати' }).click()
  await window.getByText('English', { exact: true }).click()
})

test('once the key is right, the stock is read by one button that says its cost', async ({ window }) => {
  await goTo(window, 'Settings')
  await window.getByRole('button', { name: 'Enter the key of Avto Line' }).click()
  await keyField(window).fill(service.key)
  await saveAndTest(window)
  await window.getByRole('button', { name: 'Use it and find out' }).click()
  await expect(window).toHaveURL(/#\/inventory/)
  const read = window.getByRole('button', { name: /^Read all \d+ \(\d+ requests\)$/ })
  const [, adverts] = /all (\d+)/.exec(await read.innerText()) ?? []
  await read.click()
  await expect(window.getByRole('banner').getByText(/^Updated/)).toBeVisible()
  const grid = window.getByRole('grid', { name: 'Inventory' })
  await expect(grid).toHaveAttribute('aria-rowcount', String(Number(adverts) + 1))
})

wholeTest(
  'without its key the account says so at once, and its button leads to the field',
  async ({ app, window }) => {
    await goTo(window, 'Settings')
    const forget = window.getByRole('button', { name: 'Forget the key of Avto Line' })
    await forget.click()
    await expect(forget).toHaveCount(0)
    const page = await app.restart()
    await expect(page.getByText(/^Avto Line: there is no API key/)).toBeVisible()
    const enter = page.getByRole('button', { name: 'Enter the key', exact: true })
    await enter.click()
    await expect(keyField(page)).toBeFocused()
    // Once more from the same page, after it was cancelled; Today leads there too, and to no second account.
    await page.getByRole('button', { name: 'Cancel' }).click()
    await enter.click()
    await expect(keyField(page)).toBeFocused()
    await goTo(page, 'Today')
    await page.getByRole('region', { name: 'First steps' }).getByRole('button', { name: 'Connect' }).click()
    await expect(keyField(page)).toBeFocused()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Avto Line')

    // Said again in another language, it is listed once.
    await page.getByText('Українська', { exact: true }).click()
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Склад' })).toBeVisible()
    await page.getByText('English', { exact: true }).click()
    await goTo(page, 'Notices')
    const noted = page.getByRole('region', { name: 'Notices' }).getByText(/^Avto Line: /)
    await expect(noted).toHaveCount(1)
    await enter.click()
    await keyField(page).fill(service.key)
    await saveAndTest(page)
    await expect(page.getByText(/^Avto Line: there is no API key/)).toHaveCount(0)
  },
)
