import { applyLocale } from '../../src/shared/i18n/locale.ts'
import { m } from '../../src/shared/i18n/generated/messages.js'
import { expect, test } from './app.ts'
import { bringFile, connect, goTo, ownIds, readStock, send, startService, type Service } from './service.ts'

let service: Service
test.beforeAll(async ({ app }) => {
  service = await startService()
  await connect(app.window, service, 'Автоцентр')
  await readStock(app.window)
})
test.afterAll(async () => {
  applyLocale('en')
  await service.close()
})

const shots = process.env.FORECOURT_SHOTS

test('a batch names its adverts, shows only what changes, and follows the language with the file’s own columns', async ({
  window,
}) => {
  const ids = await ownIds(service, 4)
  const adverts = await Promise.all(ids.map((id) => service.control.advert(id)))
  const prices = adverts.map((advert, at) =>
    at === 3 ? 'x' : Math.round((advert?.price ?? 0) * (at === 0 ? 3 : 1.01)),
  )
  const text = `ID оголошення;ЦІНА;Валюта\n${ids.map((id, at) => `${id};${prices[at]};USD\n`).join('')}`
  await bringFile(window, { name: 'prices.csv', text })
  await send(window, 3)
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()

  const grid = window.getByRole('grid', { name: 'Rows of the import' })
  const first = grid.getByRole('row').nth(1)
  await expect(first).not.toContainText('Currency')
  await expect(first).toContainText(/Price \$[\d,]+ → \$[\d,]+/)
  const titled = await first.getByRole('gridcell').nth(3).innerText()
  expect(titled).toMatch(/[A-Z]/)
  if (shots) await window.screenshot({ path: `${shots}/batch-en.png` })
  const invalid = grid.getByRole('row').nth(4)
  await expect(invalid).toContainText(/“x” in ЦІНА is not a number/)

  // The language changes while the batch is the page to go back to.
  const address = window.url()
  await goTo(window, 'Settings')
  await window.getByText('Українська', { exact: true }).click()
  applyLocale('uk')
  await window.goto(address)
  const rows = window.getByRole('grid', { name: m.batch_view_rows_grid() })
  await expect(rows.getByRole('row').nth(4)).toContainText(/ЦІНА: «x»|«x» .*ЦІНА/)
  const change = (await rows.getByRole('row').nth(1).innerText()).replaceAll(/\s/g, ' ')
  expect(change).toMatch(/Ціна \d{1,3} \d{3} \$ → \d{1,3} \d{3} \$/)
  if (shots) await window.screenshot({ path: `${shots}/batch-uk.png` })
})
