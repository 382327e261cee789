import { readFile } from 'node:fs/promises'
import { expect, test } from './app.ts'
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
  await form.getByRole('combobox', { name: 'Region' }).click()
  await expect(window.getByRole('option', { name: 'Киевская · 10' })).toBeVisible()
  await window.keyboard.press('Escape')
  const rooms = form.getByLabel(/^Количество комнат.*: from|^.*комнат.*: from/i)
  await expect(rooms).toBeVisible()
  await rooms.fill('x')
  await expect(form.getByText('A whole number')).toBeVisible()
  await rooms.fill('2')
  await form.getByRole('button', { name: 'Search' }).click()
  const counted = window.getByText(/\d+ match, \d+ listed/)
  await expect(counted).toBeVisible()
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
  await again.getByRole('option', { name: /^flat · sale · .*комнат.* ≥ 2/i }).click()
  await expect(back.getByLabel(/комнат.*: from/i)).toHaveValue('2')
  await expect(again.getByRole('grid', { name: 'Real estate' }).getByRole('row').nth(1)).toContainText(
    'Квартира',
  )
  service = await startService(100)
})
