import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import {
  newKeys,
  nextProgram,
  packageName,
  startSignedFeed,
  type SignedFeed,
} from '../main/updates/signed-feed.ts'
import { fourCells } from '../sandbox/vehicles/four-ids.ts'
import { expect, test } from './app.ts'
import { bringFile, connect, goTo, send, startService, type Service } from './service.ts'

const newVehicles = `marka_id,model_id,base_id,equip_id,currency_id,price\n${[0, 1, 2].map((at) => `${fourCells(at)},USD,${20_000 + at}\n`).join('')}`

test.skip(process.platform !== 'linux', 'An AppImage is what replaces itself here.')

const folder = mkdtempSync(join(tmpdir(), 'forecourt-update-'))
const program = join(folder, 'Forecourt.AppImage')
let feed: SignedFeed
let service: Service
test.beforeAll(async () => {
  feed = await startSignedFeed()
  service = await startService(20)
})
test.afterAll(async () => {
  await feed.server.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})
test.beforeEach(() => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  writeFileSync(program, 'the version before')
  chmodSync(program, 0o755)
})

/** As the AppImage is started by its own first part: what runs is in the folder that it mounts. */
const asAppImage = () => ({
  env: {
    FORECOURT_UPDATES: JSON.stringify(feed.feed),
    APPIMAGE: program,
    APPDIR: dirname(realpathSync(process.execPath)),
  },
})

/** Help → Check for Updates…, as the native menu sends it. */
const check = (page: Page): Promise<void> =>
  page.evaluate(() => void dispatchEvent(new CustomEvent('host-menu', { detail: 'check-updates' })))
const partOf = (page: Page) => page.getByRole('region', { name: 'New versions' })

test('a build without an address of new versions looks for none and says nothing of them', async ({
  window,
}) => {
  await goTo(window, 'Settings')
  await expect(window.getByText(/Forecourt tells nobody how you use it/)).toBeVisible()
  await expect(partOf(window)).toHaveCount(0)
  await check(window)
  await expect(window.getByText('Check for updates')).toHaveCount(0)
})

test('what isn’t signed by the makers is told and not downloaded, and nothing is asked before a click', async ({
  app,
}) => {
  feed.release({ signers: [newKeys()] })
  const page = await app.restart(asAppImage())
  await goTo(page, 'Settings')
  const part = partOf(page)
  await expect(part).toContainText('only when you click')
  await expect(
    page.getByText(`127.0.0.1:${feed.server.port}: new versions, only when you look for them`),
  ).toBeVisible()
  expect(feed.server.asked).toEqual([])
  await goTo(page, 'Inventory')
  await check(page)
  await expect(part.getByRole('alert')).toContainText('isn’t signed by the makers of Forecourt')
  expect(feed.asked()).toEqual(['latest-linux.yml', 'latest-linux.yml.sig'])
  await part.getByRole('button', { name: 'Check for updates' }).click()
  await expect.poll(() => feed.asked()).toHaveLength(4)
})

test('a download goes on while other pages are open, and stops by a click', async ({ app }) => {
  feed.release()
  feed.files.set(packageName, (_request, response) => {
    response.writeHead(200, { 'content-length': nextProgram.length })
    response.write(nextProgram.subarray(0, 200_000))
  })
  const page = app.window
  await check(page)
  const part = partOf(page)
  await part.getByRole('button', { name: 'Download' }).click()
  await goTo(page, 'Inventory')
  await goTo(page, 'Settings')
  await expect(part.getByRole('progressbar', { name: 'Downloading Forecourt 0.2.0' })).toHaveAttribute(
    'aria-valuenow',
    /^[1-9]/,
  )
  await part.getByRole('button', { name: 'Stop' }).click()
  await expect(part.getByRole('button', { name: 'Download' })).toBeVisible()
  await expect(part.getByRole('alert')).toHaveCount(0)
})

test('a new version is found, downloaded and started, each by a click', async ({ app }) => {
  feed.release()
  const page = app.window
  const part = partOf(page)
  const before = feed.asked().length
  await check(page)
  await expect(part.getByText('Forecourt 0.2.0 is available (1 MB).')).toBeInViewport()
  await expect.poll(() => feed.asked().slice(before)).toEqual(['latest-linux.yml', 'latest-linux.yml.sig'])
  await part.getByText('What’s new').click()
  await expect(part.getByLabel('What’s new')).toContainText('Stock files may come twice.')
  await part.getByRole('button', { name: 'Download' }).click()
  await expect(part.getByText('is what its makers signed')).toBeVisible()
  expect(readFileSync(program, 'utf8')).toBe('the version before')
  await part.getByRole('button', { name: 'Restart and install' }).click()
  await expect.poll(() => existsSync(join(folder, 'started'))).toBe(true)
  expect(readFileSync(program)).toEqual(nextProgram)
  expect(readFileSync(join(folder, 'started'), 'utf8')).toBe(`${program} true\n`)
})

test('while a batch is sent or waits, nothing restarts', async ({ app }) => {
  feed.release()
  const page = await app.restart(asAppImage())
  // Everything was closed in order before the new version was started: nothing was left behind.
  await expect(page.getByRole('banner')).toBeVisible()
  await connect(page, service, 'Автоцентр')
  await check(page)
  const part = partOf(page)
  await part.getByRole('button', { name: 'Download' }).click()
  await expect(part.getByRole('button', { name: 'Restart and install' })).toBeVisible()
  await service.control.addFault({ kind: 'status', status: 429, method: 'POST', count: 1_000 })
  await bringFile(page, {
    name: 'prices.csv',
    text: newVehicles,
  })
  await send(page, 3)
  await expect(page).toHaveURL(/batch=/)
  await goTo(page, 'Settings')
  await part.getByRole('button', { name: 'Restart and install' }).click()
  await expect(part.getByRole('alert')).toContainText('Something is being sent, or waits to be.')
  expect(readFileSync(program, 'utf8')).toBe('the version before')
})
