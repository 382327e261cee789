import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './app.ts'
import { serviceOfFile } from './file-service.ts'
import { connect, goTo, readStock } from './service.ts'
import { startFeedServer, type FeedServer } from '../main/feeds/feed-server.ts'
import { fourCells } from '../sandbox/vehicles/four-ids.ts'

const service = serviceOfFile({ adverts: 5 })
let feed: FeedServer
test.beforeAll(async ({ app }) => {
  feed = await startFeedServer()
  await connect(app.window, service, 'Автоцентр')
  await readStock(app.window)
})
test.afterAll(() => feed.close())

const table = `Код,marka_id,model_id,base_id,equip_id,Ціна $\nA-1,${fourCells(60)},20000\nA-2,${fourCells(90)},30000\n`
const secrets = ['token=s3cr3t-of-the-feed', 'p4ssw0rd-of-the-feed']

test('a file from an address: it is kept with its login, fetched with a button, and led to its plan', async ({
  window,
}) => {
  await goTo(window, 'Import')
  await window.getByRole('button', { name: 'New source…' }).click()
  await window.getByRole('button', { name: 'Save' }).click()
  await expect(window.getByText('Give the address of the table.')).toBeVisible()
  await window.getByRole('textbox', { name: 'Source' }).fill('Salon A')
  await window.getByRole('textbox', { name: 'Address' }).fill('http://dealer.example/stock.csv')
  await window.getByRole('button', { name: 'Save' }).click()
  await expect(window.getByText(/so that others could read/)).toBeVisible()
  await window.getByRole('textbox', { name: 'Address' }).fill(feed.url(`/stock.csv?${secrets[0] ?? ''}`))
  await window.getByLabel('User name').fill('dealer')
  await window.getByLabel('Password').fill(secrets[1] ?? '')
  await window.getByRole('button', { name: 'Save' }).click()
  await expect(window.getByText('Not fetched yet.')).toBeVisible()

  feed.answers((_request, response) => void response.writeHead(503, { 'retry-after': '600' }).end())
  await window.getByRole('button', { name: 'Fetch and look: Salon A' }).click()
  await expect(window.getByText(/answered with status 503 and no table/).first()).toBeVisible()
  await expect(window.getByText(/The address allows the next request at/)).toBeVisible()

  feed.answers((request, response) => {
    const login = Buffer.from(`dealer:${secrets[1] ?? ''}`).toString('base64')
    if (request.headers.authorization !== `Basic ${login}`)
      response.writeHead(401, { 'www-authenticate': 'Basic realm="stock"' }).end()
    else response.writeHead(200, { 'content-type': 'text/csv' }).end(table)
  })
  await window.getByRole('button', { name: 'Fetch and look: Salon A' }).click()
  await expect(window.getByRole('radio', { name: 'My whole stock' })).toBeChecked()
  expect(feed.asked.at(-1)?.path).toBe(`/stock.csv?${secrets[0] ?? ''}`)
  await window.getByRole('button', { name: 'Continue to columns' }).click()
  await expect(window.getByLabel('Source', { exact: true })).toHaveValue('Salon A')
  await window.getByRole('combobox', { name: /^Column with your stock numbers/ }).click()
  await window.getByRole('option', { name: 'Код' }).click()
  await window.getByRole('button', { name: 'Check the rows' }).click()
  await expect(window.getByText('Stock of “Salon A”: 2 new.')).toBeVisible()
  await window.getByRole('button', { name: /^Send 2 rows as / }).click()
  await expect(window.getByText('Finished', { exact: true })).toBeVisible({ timeout: 180_000 })
})

test('the next time one press leads to the plan, also after the app was started again', async ({
  app,
  dataDir,
}) => {
  const window = await app.restart()
  await goTo(window, 'Import')
  await expect(window.getByText(/^Fetched /)).toBeVisible()
  // Files that others left open stay.
  const drafts = (): string[] => readdirSync(join(dataDir, 'drafts')).sort()
  const before = drafts()
  await window.getByRole('button', { name: 'Fetch and look: Salon A' }).click()
  await expect(window.getByText('Stock of “Salon A”: 2 unchanged.')).toBeVisible()
  await window.getByRole('button', { name: 'Discard file' }).click()
  await expect.poll(drafts).toEqual(before)
})

test('an address that leads to another host is followed once a person says so', async ({ window }) => {
  const sheet = await startFeedServer()
  sheet.serves(table, { 'content-type': 'text/csv' })
  const there = sheet.url('/sheet.csv').replace('127.0.0.1', 'localhost')
  feed.answers((_request, response) => void response.writeHead(307, { location: there }).end())
  await goTo(window, 'Import')
  await window.getByRole('button', { name: 'Fetch and look: Salon A' }).click()
  const asked = window.getByRole('button', { name: /^Allow localhost/ })
  await expect(asked).toBeVisible()
  expect(sheet.asked).toEqual([])
  await asked.click()
  await expect(window.getByText('Stock of “Salon A”: 2 unchanged.')).toBeVisible()
  expect(sheet.asked).toHaveLength(1)
  await window.getByRole('button', { name: 'Discard file' }).click()
  await sheet.close()
})

test('neither the login nor what follows the “?” is in the data folder, and both go with the address', async ({
  window,
  dataDir,
}) => {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name)
    // The file that was discarded just now may be gone meanwhile.
    const bytes = existsSync(path) ? readFileSync(path, 'latin1') : ''
    for (const secret of secrets) expect(bytes.includes(secret), name).toBe(false)
  }
  await goTo(window, 'Import')
  await window.getByRole('button', { name: 'Change “Salon A”' }).click()
  await expect(window.getByLabel('Password')).toHaveValue('')
  await window.getByRole('button', { name: 'Remove' }).click()
  await expect(window.getByRole('button', { name: 'Fetch and look: Salon A' })).toHaveCount(0)
})
