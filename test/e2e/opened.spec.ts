import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, wholeTest } from './app.ts'
import { keepToasts } from './service.ts'

test.use({ start: 'later' })

const rows = 'id;price\n1;15000\n2;16000\n'

test('a file that the app is started with, and one of a second start, open in their own imports', async ({
  app,
  dataDir,
}) => {
  const first = join(dataDir, 'ціни на травень.csv')
  writeFileSync(first, rows)
  const window = await app.restart({ args: [first] })
  await expect(window.getByRole('heading', { name: 'ціни на травень.csv' })).toBeVisible()
  await expect(window.getByRole('cell', { name: '15000' })).toBeVisible()

  const second = join(dataDir, 'june.tsv')
  writeFileSync(second, rows.replaceAll(';', '\t'))
  await app.startAgain([`file://${encodeURI(second)}`])
  await expect(window.getByRole('heading', { name: 'june.tsv' })).toBeVisible()
  await expect(window.getByRole('cell', { name: '16000' })).toBeVisible()
})

test('a link opens a page and nothing else', async ({ app }) => {
  const { window } = app
  await keepToasts(window)
  await app.startAgain(['forecourt://inventory/?text=passat'])
  await expect(window.getByRole('heading', { level: 1, name: 'Inventory' })).toBeVisible()
  await expect(window.getByRole('banner').getByRole('textbox')).toHaveValue('passat')
  for (const link of [
    'forecourt:imports?file=1',
    'forecourt:new-advert?like=5',
    'forecourt://settings/../orders',
  ]) {
    await app.startAgain([link])
    await expect(window.getByText(`Forecourt can’t open this address: ${link}`)).toBeVisible()
  }
  await expect(window.getByRole('heading', { level: 1, name: 'Inventory' })).toBeVisible()
})

wholeTest('what can not be opened is said', async ({ app, dataDir }) => {
  const { window } = app
  const picture = join(dataDir, 'photo.png')
  writeFileSync(picture, Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
  await app.startAgain([join(dataDir, 'gone.csv'), dataDir])
  await expect(window.locator('.toast', { hasText: 'There is no file gone.csv' })).toBeVisible()
  await expect(window.locator('.toast', { hasText: 'is a folder' })).toBeVisible()
  await app.startAgain([picture])
  await expect(window.getByRole('alert')).toContainText('photo.png')
})
