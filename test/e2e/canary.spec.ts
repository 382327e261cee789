import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { bringFile, connectByHand, goTo, ownIds, readStock, send, startService } from './service.ts'
import { fourCells } from '../sandbox/vehicles/four-ids.ts'

/** The part of the key that no encoding of a URL, of JSON or of HTML changes: whoever wrote the key wrote this. */
const core = randomBytes(14).toString('hex')
/** Around it, characters that change on their way: in a URL, in a form, in HTML; base64 makes `+` and `/` of the first six. */
const key = `>>>???${core}+/=&%~`

/** What base64 makes of the core wherever it begins; ends that depend on the neighbours are left out. */
const inBase64 = [0, 1, 2].map((shift) => {
  const encoded = Buffer.from('x'.repeat(shift) + core).toString('base64')
  return encoded.replace(/=+$/, '').slice(shift === 0 ? 0 : 4, -4)
})
const traces = [core, ...inBase64]

const html = (text: string): string =>
  text.replace(/[&<>"]/g, (mark) => `&#x${mark.charCodeAt(0).toString(16)};`)
const inCodePoints = (text: string): string =>
  text.replace(/[^\w]/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`)

/** The key in the forms in which a service may hand it back. */
const echoes = [
  key,
  encodeURIComponent(key),
  encodeURIComponent(encodeURIComponent(key)),
  new URLSearchParams({ api_key: key }).toString(),
  JSON.stringify({ api_key: key }),
  Buffer.from(key).toString('base64'),
  Buffer.from(key).toString('base64url'),
  ...['user:', 'me:', 'us:'].map((user) => `Basic ${Buffer.from(`${user}${key}:`).toString('base64')}`),
  JSON.stringify({ api_key: key }).replaceAll('/', '\\/'),
  html(key),
  html(html(key)),
  inCodePoints(key),
  encodeURIComponent(key).toLowerCase().replace(core.toLowerCase(), core),
  new URL(`http://x/?${key.replaceAll('#', '%23')}`).search,
].join(' ')
/** The first line has the key as it is; a line with it in an unusual form is withheld whole. */
const complaint = JSON.stringify({ error: { code: 'BAD_VALUE', message: `Refused: ${key}\n${echoes}` } })

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())

const tracesIn = (text: string): string[] => traces.filter((trace) => text.includes(trace))
const tracesInFiles = (paths: readonly string[]): string[] =>
  paths.filter((path) => tracesIn(readFileSync(path, 'latin1')).length > 0)

/** Everything that the page shows and keeps. */
const kept = (window: Page): Promise<string> =>
  window.evaluate(async () => {
    const asked = <Value>(request: IDBRequest<Value>): Promise<Value> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
      })
    const databases: unknown[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await asked(indexedDB.open(name))
      for (const store of database.objectStoreNames)
        databases.push(name, store, await asked(database.transaction(store).objectStore(store).getAll()))
      database.close()
    }
    return [
      document.documentElement.outerHTML,
      location.href,
      JSON.stringify([localStorage, sessionStorage, history.state, databases]),
      document.cookie,
    ].join('\n')
  })

/** Saves what the click downloads. */
async function download(
  window: Page,
  folder: string,
  name: string,
  click: () => Promise<void>,
): Promise<string> {
  const [file] = await Promise.all([window.waitForEvent('download'), click()])
  const path = join(folder, name)
  await file.saveAs(path)
  return path
}

test('the scan finds the key in each form in which it is echoed', () => {
  expect(tracesIn('nothing of it')).toEqual([])
  for (const echo of echoes.split(' ').filter((part) => part !== 'Basic'))
    expect(tracesIn(echo)).not.toEqual([])
})

test('after an import, a report, an export and answers that echo it, the key has left no trace', async ({
  app,
  window,
}) => {
  const service = await startService(120, key)
  const saved = mkdtempSync(join(tmpdir(), 'forecourt-canary-'))
  const spoken: string[] = []
  window.on('console', (message) => spoken.push(message.text()))
  window.on('pageerror', (error) => spoken.push(String(error.stack)))
  const seen: string[] = []
  const look = async (): Promise<unknown> => seen.push(await kept(window))

  await connectByHand(window, service, 'Kanarka')
  await readStock(window)
  await look()
  const [edited = 0] = await ownIds(service, 1)

  await service.control.addFault({ kind: 'status', status: 422, body: complaint, method: 'POST', count: 1 })
  const vehicles = [1, 2].map((place) => `${fourCells(place)},USD,3100${place}`).join('\n')
  const header = 'marka_id,model_id,base_id,equip_id,currency_id,price\n'
  await bringFile(window, { name: 'canary.csv', text: `${header}${vehicles}\n` })
  await send(window, 2)
  await expect(window.getByRole('button', { name: 'Reports' })).toBeVisible()
  await expect.poll(async () => (await service.control.ledger()).length).toBe(2)
  await window.getByRole('grid').getByRole('row').nth(1).dblclick()
  await expect(window.getByText(/Refused: \[key\]/).first()).toBeVisible()
  await look()
  await window.getByRole('button', { name: 'Reports' }).click()
  await download(window, saved, 'report.csv', () =>
    window.getByRole('menuitem', { name: 'Download the report' }).click(),
  )

  await service.control.addFault({
    kind: 'status',
    status: 500,
    body: `<html>${echoes}`,
    method: 'PUT',
    count: 1,
  })
  await bringFile(window, { name: 'edit.csv', text: `auto_id,currency_id,price\n${edited},USD,11111\n` })
  await send(window, 1)
  await expect(window.getByText(/not confirmed/i).first()).toBeVisible()

  await service.control.addFault({ kind: 'status', status: 422, body: complaint, path: '/ria/basket/*' })
  await goTo(window, 'Orders')
  await window.getByRole('button', { name: 'Refresh', exact: true }).first().click()
  await expect(window.getByText(/Refused: \[key\]/)).toBeVisible()
  await look()

  await service.control.addFault({ kind: 'status', status: 200, body: `<html>${echoes}`, path: '/auto/info' })
  await goTo(window, 'Inventory')
  await window
    .getByRole('banner')
    .getByRole('button', { name: /Refresh from the service/ })
    .click()
  await expect(window.getByText(/adverts could not be read/)).toBeVisible()
  await look()
  await download(window, saved, 'stock.csv', async () => {
    await window.getByRole('button', { name: 'Export' }).click()
    await window.getByRole('menuitem', { name: 'CSV with commas, UTF-8' }).click()
  })

  const after = await app.restart()
  after.on('console', (message) => spoken.push(message.text()))
  await expect(after.getByRole('banner').getByText('Kanarka')).toBeVisible()
  seen.push(await kept(after))

  expect(tracesIn(seen.join('\n'))).toEqual([])
  expect(tracesIn(spoken.join('\n'))).toEqual([])
  expect(readdirSync(saved).sort()).toEqual(['report.csv', 'stock.csv'])
  const files = [...filesUnder(app.dataDir), ...filesUnder(saved)]
  for (const name of ['cache.db', 'journal.db', 'settings.json', 'forecourt.log'])
    expect(files.some((path) => path.endsWith(name))).toBe(true)
  expect(tracesInFiles(files)).toEqual([])
  await service.close()
  rmSync(saved, { recursive: true })
})
