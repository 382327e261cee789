import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { serviceOfFile } from './file-service.ts'
import { escape } from './keys.ts'
import { inventoryAtRest, ownIds } from './service.ts'
import { grid, rowCount } from './stock-list.ts'

const service = serviceOfFile({ adverts: 200, account: 'Avto Line', isRead: true })
test.beforeAll(async ({ app }) => {
  // Its rows come as they are read: the last of them may follow the reading by half a second.
  await inventoryAtRest(app.window)
})

test('a source is switched off and on; what it hides is said', async ({ window }) => {
  const all = await rowCount(window)
  await window.getByRole('button', { name: 'Sources' }).click()
  const listed = window.getByRole('checkbox', { name: 'Listed as this account’s' })
  await expect(listed).toBeChecked()
  await listed.click()
  await escape(window)
  const hidden = window.getByText(`${all} adverts of “Listed as this account’s” are hidden`)
  await expect(hidden).toBeVisible()
  await expect.poll(() => rowCount(window)).toBeLessThan(all)
  await window.getByRole('button', { name: 'Show “Listed as this account’s”' }).click()
  await expect(hidden).toBeHidden()
  await expect.poll(() => rowCount(window)).toBe(all)

  // With all of them off nothing is left to be shown: one button brings them back.
  await window.getByRole('button', { name: 'Sources' }).click()
  const boxes = window.getByRole('dialog').getByRole('checkbox')
  await expect(boxes.first()).toBeVisible()
  for (const box of await boxes.all())
    if (await box.isChecked()) {
      await box.click()
      await expect(box).not.toBeChecked()
    }
  await escape(window)
  await expect.poll(() => rowCount(window)).toBe(0)
  await window.getByRole('button', { name: 'Show all sources' }).click()
  await expect.poll(() => rowCount(window)).toBe(all)
})

test('a watched advert of another seller is let go, and one click brings it back', async ({ window }) => {
  const listed = await fetch(
    `${service.baseUrl}/auto/new/autos?user_id=${service.userId}&api_key=${service.key}`,
  )
  const own = new Set(((await listed.json()) as { active: number[] }).active.map(Number))
  const found = await fetch(`${service.baseUrl}/auto/search?api_key=${service.key}&countpage=50`)
  const [, ids = ''] = /"ids":\[([^\]]*)\]/.exec(await found.text()) ?? []
  const foreign = (ids.match(/\d+/g) ?? []).find((id) => !own.has(Number(id))) ?? ''
  await window.getByRole('button', { name: 'Add by id' }).click()
  await window.getByRole('textbox', { name: 'Advert ids' }).fill(foreign)
  await window.getByRole('button', { name: 'Add 1 advert' }).click()
  await window.getByRole('button', { name: 'Show the watched adverts' }).click()
  await expect.poll(() => rowCount(window)).toBe(1)
  await expect(window.getByText('Watched adverts belong to other sellers.')).toBeVisible()
  await grid(window).getByRole('row').nth(1).dblclick()
  const pane = window.getByRole('complementary', { name: 'Advert details' })
  await expect(pane.getByText('This advert belongs to another seller.')).toBeVisible()
  await expect(pane.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await expect(pane.getByRole('textbox')).toHaveCount(0)
  await expect(window.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled()
  await grid(window).getByRole('row').nth(1).click({ button: 'right' })
  await expect(window.getByRole('menuitem', { name: 'New advert like this one…' })).toBeVisible()
  await expect(window.getByRole('menuitem', { name: /Delete/ })).toHaveCount(0)
  await escape(window)
  await window.getByRole('button', { name: 'Stop watching' }).click()
  await expect.poll(() => rowCount(window)).toBe(0)
  await window.getByRole('button', { name: 'Watch again' }).click()
  await expect.poll(() => rowCount(window)).toBe(1)
})

/** Another program writes at the service, and the stock is refreshed. */
async function writeElsewhere(
  window: Page,
  method: 'PUT' | 'DELETE',
  fields: Record<string, string>,
): Promise<void> {
  const account = { user_id: String(service.userId), api_key: service.key }
  const query = new URLSearchParams({ ...account, ...fields })
  const { ok } = await fetch(`${service.baseUrl}/auto/new/autos?${query}`, { method })
  expect(ok).toBe(true)
  // The first read takes long enough for the refresh to be seen.
  await service.control.addFault({ kind: 'delay', ms: 2_000, path: '/auto/info', count: 1 })
  const begun = window.getByRole('button', { name: 'Stop updating and keep what was read' }).waitFor()
  await window.getByRole('button', { name: 'Refresh from the service (F5)' }).click()
  await begun
  await expect(window.getByRole('banner').getByText(/^Updated/)).toBeVisible()
}

test('prices that changed are drawn with their scale, and listed within the details', async ({ window }) => {
  const watched = window.getByRole('button', { name: /^Watched/ })
  if ((await watched.getAttribute('aria-pressed')) === 'true') await watched.click()
  const [id = 0] = await ownIds(service, 1)
  for (const price of ['19000', '18250'])
    await writeElsewhere(window, 'PUT', { auto_id: String(id), currency_id: '1', price })
  await window.getByRole('search').getByRole('textbox').fill(String(id))
  await expect.poll(() => rowCount(window)).toBe(1)
  await grid(window).getByRole('row').nth(1).dblclick()
  const pane = window.getByRole('complementary', { name: 'Advert details' })
  const history = pane.locator('section', {
    has: window.getByRole('heading', { name: 'State and price over time' }),
  })
  await expect(history.getByRole('listitem')).toHaveCount(3)
  await expect(history.getByRole('listitem').first()).toContainText('$18,250')
  await expect(history.locator('circle')).toHaveCount(3)
  await expect(history.locator('.scale span')).toHaveCount(2)
  expect(await pane.evaluate((part) => part.scrollWidth <= part.clientWidth)).toBe(true)
  await escape(window)
  await window.getByRole('search').getByRole('textbox').fill('')
  await expect.poll(() => rowCount(window)).toBeGreaterThan(1)
})

test('an advert that vanished from the service is told, marked, and one click away', async ({ window }) => {
  const before = await rowCount(window)
  const [, id = 0] = await ownIds(service, 2)
  await writeElsewhere(window, 'DELETE', { auto_id: String(id) })
  const told = window.getByText(
    '1 advert is no longer on the service. It is kept here under “Removed on the site”.',
  )
  await expect(told).toBeVisible()
  await expect.poll(() => rowCount(window)).toBe(before - 1)
  await window.getByRole('button', { name: 'Show removed adverts' }).click()
  await expect.poll(() => rowCount(window)).toBe(1)
  await expect(grid(window).getByRole('row').nth(1)).toContainText('Removed on the site')
  await expect(told).toBeHidden()
})
