import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { expect, test, wholeTest } from './app.ts'
import { escape } from './keys.ts'
import { connect, goTo, startService, type Service } from './service.ts'

let service: Service
test.beforeAll(async () => {
  service = await startService(100)
})
test.afterAll(() => service.close())

test('real estate is searched by the catalog of its kind, read, exported, and readable without the service', async ({
  app,
  window,
}) => {
  await connect(window, service, 'Homes')
  await goTo(window, 'Real estate')
  const form = window.getByRole('form', { name: 'Filters' })
  await form.getByRole('combobox', { name: /^Region/ }).click()
  await expect(window.getByRole('option', { name: 'Київська' })).toBeVisible()
  await escape(window)
  // Nothing asks for an id: what can't be chosen yet says what comes first.
  await expect(form.getByRole('combobox', { name: /^City/ })).toBeDisabled()
  await expect(form.getByRole('textbox', { name: /id/i })).toHaveCount(0)
  const since = form.getByLabel('Since the day')
  await since.fill('yesterday')
  await expect(since).toHaveAttribute('aria-invalid', 'true')
  await since.fill('')
  const rooms = form.getByLabel(/кімнат.*: from/i)
  await expect(rooms).toBeVisible()
  await rooms.fill('x')
  await expect(form.getByText(/^“x” is not a number/)).toBeVisible()
  await rooms.fill('2')
  await form.getByRole('button', { name: 'Search' }).click()
  const counted = window.getByText(/\d+ match, \d+ listed/)
  await expect(counted).toBeVisible()
  const most = form.getByLabel(/кімнат.*: to/i)
  await most.fill('1')
  await form.getByRole('button', { name: 'Search' }).click()
  const warning = window.getByText('nothing is between them')
  await expect(warning).toBeVisible()
  await most.fill('')
  await form.getByRole('button', { name: 'Search' }).click()
  await expect(warning).toHaveCount(0)
  const grid = window.getByRole('grid', { name: 'Real estate' })
  await expect(grid.getByRole('row').nth(1)).toContainText('Квартира')
  await grid.getByRole('row').nth(1).dblclick()
  await expect(window.getByRole('heading', { name: 'Characteristics' })).toBeVisible()

  const download = window.waitForEvent('download')
  await window.getByRole('button', { name: 'Export', exact: true }).click()
  await window.getByRole('menuitem', { name: 'Export CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text).toMatch(/^\ufeffid,title,type,operation/)

  const again = await app.restart()
  await service.close()
  await goTo(again, 'Real estate')
  const back = again.getByRole('form', { name: 'Filters' })
  await expect(back).toBeVisible()
  await again.getByLabel('Searches that were read').click()
  await again.getByRole('option', { name: /^flat · sale · [^·]*кімнат[^·]* ≥ 2 · [^≤]*$/i }).click()
  await expect(back.getByLabel(/кімнат.*: from/i)).toHaveValue('2')
  await expect(again.getByRole('grid', { name: 'Real estate' }).getByRole('row').nth(1)).toContainText(
    'Квартира',
  )
  service = await startService(100)
})

wholeTest('real estate is the last page, and Settings switch it off', async ({ app }) => {
  const { window } = app
  const linksOf = (page: Page) => page.getByRole('navigation').getByRole('list').getByRole('link')
  const links = linksOf(window)
  await expect(links.last()).toHaveAccessibleName('Real estate')
  await goTo(window, 'Settings')
  await window.getByRole('checkbox', { name: 'Real estate' }).uncheck()
  await expect(links.last()).toHaveAccessibleName('Settings')
  await window.keyboard.press('Control+k')
  const palette = window.getByRole('dialog').getByRole('combobox')
  await palette.fill('Settings')
  await expect(window.getByRole('option', { name: /Settings/ }).first()).toBeVisible()
  await palette.fill('Real estate')
  await expect(window.getByRole('option', { name: /Settings/ })).toHaveCount(0)
  await expect(window.getByRole('option', { name: /Real estate/ })).toHaveCount(0)
  await escape(window)
  const again = await app.restart()
  await expect(linksOf(again).last()).toHaveAccessibleName('Settings')
  await goTo(again, 'Settings')
  await again.getByRole('checkbox', { name: 'Real estate' }).check()
  await goTo(again, 'Real estate')
})
