import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startSandbox } from '../../src/sandbox/sandbox.ts'
import { SandboxControl } from '../sandbox/sandbox-control.ts'
import { fourCells, fourIds } from '../sandbox/vehicles/four-ids.ts'
import { expect, test } from './app.ts'
import { bringFile, connect, goTo, inventoryAtRest, readStock, send, startService } from './service.ts'
import { grid } from './stock-list.ts'

const count = 12
const places = Array.from({ length: count }, (_, at) => at * 3)
const header = 'marka_id,model_id,base_id,equip_id,currency_id,price,auto_note\n'
/** More than a tiny disk takes. */
const note = 'One owner and a service book. '.repeat(60)
const text = header + places.map((place) => `${fourCells(place)},USD,${31_000 + place},${note}\n`).join('')

const key = 'n'.repeat(40)
const folder = mkdtempSync(join(tmpdir(), 'forecourt-night-'))
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The service whose data outlive it. */
async function open(port = 0) {
  const sandbox = await startSandbox({ databasePath: join(folder, 'service.db'), adverts: 20, key, port })
  return { ...sandbox, control: new SandboxControl(sandbox.baseUrl, sandbox.controlToken) }
}

/** The process of main. */
function mainOf(dataDir: string): string {
  const words = (pid: string): string => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    } catch {
      return ''
    }
  }
  const found = readdirSync('/proc').find(
    (pid) => /^\d+$/.test(pid) && words(pid).includes(`--user-data-dir=${dataDir}`),
  )
  if (found === undefined) throw new Error('main does not run')
  return found
}

/** No file of main's can grow beyond so many bytes: what a write is refused with is taken for a full disk. */
const limitFiles = (dataDir: string, bytes: string): Buffer =>
  execFileSync('prlimit', ['--pid', mainOf(dataDir), `--fsize=${bytes}:unlimited`])

const row = (window: Page) => window.getByRole('grid', { name: 'Rows of the import' })

test('with the network pulled, the stock, its search and its details are there after a restart', async ({
  app,
  window,
}) => {
  const service = await startService(60)
  await connect(window, service, 'Avto Line')
  await readStock(window)
  await inventoryAtRest(window)
  const rows = await grid(window).getAttribute('aria-rowcount')
  const title = await grid(window).locator('[aria-rowindex="3"] > [aria-colindex="2"]').innerText()
  await service.close()

  const again = await app.restart()
  await goTo(again, 'Inventory')
  await expect(grid(again)).toHaveAttribute('aria-rowcount', String(rows))
  await grid(again).getByRole('row').filter({ hasText: title }).first().dblclick()
  await expect(again.getByRole('complementary', { name: 'Advert details' })).toContainText(title)
  await again.getByRole('search').getByRole('textbox').fill(title)
  await expect(grid(again).getByRole('row').nth(1)).toContainText(title)
  await expect
    .poll(async () => Number(await grid(again).getAttribute('aria-rowcount')))
    .toBeLessThan(Number(rows))
  // What is missing is named: the service, or the network, which the sandbox on this computer doesn't need.
  const banner = again.getByRole('banner')
  const running = banner.getByRole('button', { name: /^Stop updating/ })
  await again.keyboard.press('F5')
  // It tries several times. Without a network this window, a page of a browser, would not hear how it ends.
  await expect(running).toBeVisible()
  await expect(running).toBeHidden()
  await expect(banner.getByText('The service can’t be reached: showing saved data')).toBeVisible()
  await again.context().setOffline(true)
  await expect(banner.getByText('No network: showing saved data')).toBeVisible()
  await again.context().setOffline(false)
  await expect(banner.getByText('The service can’t be reached: showing saved data')).toBeVisible()
  // Whatever reaches it next, the header says so: not only another reading of the stock.
  const back = await startService(60, service.key, { port: Number(new URL(service.baseUrl).port) })
  await goTo(again, 'Orders')
  await again.getByRole('button', { name: 'Refresh', exact: true }).first().click()
  await expect(banner.getByText(/^Updated /)).toBeVisible()
  // A page that is opened anew knows it too.
  await again.reload()
  await expect(banner.getByText(/^Updated /)).toBeVisible()
  await back.close()
})

test('a bad night: a full disk, an outage, a killed upload and a wrong clock: all is said, nothing is lost or sent twice', async ({
  app,
  window: first,
}) => {
  // In Electron the clock is the system's, and other systems limit no other process.
  test.skip(app.pass === null || process.platform !== 'linux')
  let service = await open()
  const created = async () =>
    (await service.control.ledger()).filter(({ method, committed }) => method === 'POST' && committed)
  await connect(first, service, 'Автоцентр')

  await test.step('a full disk: the file is not taken, and says why', async () => {
    limitFiles(app.dataDir, '16384')
    await goTo(first, 'Import')
    await first
      .locator('input[type=file]')
      .setInputFiles({ name: 'night.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await expect(first.getByText(/The disk is full/).first()).toBeVisible()
    limitFiles(app.dataDir, 'unlimited')
  })

  await test.step('an outage: the batch waits, and says for what', async () => {
    await bringFile(first, { name: 'night.csv', text })
    const { baseUrl } = service
    await service.close()
    await send(first, count)
    await expect(first.getByText(/can’t be reached/).first()).toBeVisible()
    // It would go on by itself.
    await first.getByRole('button', { name: 'Pause' }).click()
    await expect(first.getByRole('button', { name: 'Continue' })).toBeVisible()
    service = await open(Number(new URL(baseUrl).port))
  })

  await test.step('a killed upload: what may have been sent is not confirmed', async () => {
    await service.control.addFault({ kind: 'never-answer', method: 'POST', skip: 3, afterCommit: true })
    await first.getByRole('button', { name: 'Continue' }).click()
    await expect.poll(async () => (await created()).length).toBe(4)
    await app.kill()
    await service.control.clearFaults()
  })

  const window = await app.restart()
  await test.step('a wrong clock: said, and the night goes on', async () => {
    await expect(window.getByText(/not confirmed/i).first()).toBeVisible()
    app.pass?.(400 * 24 * 3_600_000)
    await goTo(window, 'Orders')
    await window.getByRole('button', { name: 'Refresh', exact: true }).first().click()
    await expect(window.getByText('The clock of this computer may be wrong')).toBeVisible()
    await goTo(window, 'Activity')
    await window.getByRole('grid').getByText('night.csv').first().dblclick()
    await window.getByRole('button', { name: 'Continue' }).click()
    await expect(row(window).getByText('Not confirmed')).toHaveCount(1)
    await expect.poll(async () => (await created()).length).toBe(count)
  })

  await window.getByRole('button', { name: /^Check 1 row/ }).click()
  await expect(window.getByText(/^1 row was found by likeness/)).toBeVisible()
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()
  const bases = (await created()).map(({ params }) => Number(params.base_id))
  expect(bases.toSorted()).toEqual(places.map((place) => fourIds(place).base_id).toSorted())
  await service.close()
})
