import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { SandboxControl } from '../sandbox/sandbox-control.ts'
import type { SandboxOptions } from '../../src/sandbox/sandbox-options.ts'
import { startSandbox } from '../../src/sandbox/sandbox.ts'
import { settled } from './settled.ts'

/** A service of the tests' own, with a key that the app never made. */
export async function startService(
  adverts = 120,
  key = randomBytes(20).toString('hex'),
  mode: Pick<SandboxOptions, 'profile' | 'newElsewhere' | 'liveWorld' | 'ownShare' | 'seed' | 'port'> = {},
) {
  const sandbox = await startSandbox({
    databasePath: ':memory:',
    adverts,
    key,
    ...mode,
  })
  return { ...sandbox, control: new SandboxControl(sandbox.baseUrl, sandbox.controlToken) }
}
export type Service = Awaited<ReturnType<typeof startService>>

/** Goes to a page by the rail. */
export async function goTo(window: Page, name: string | RegExp): Promise<void> {
  await window.getByRole('navigation').getByRole('link', { name }).click()
  // A file that was open has a place for another one, too.
  if (name === 'Import') await expect(window.getByRole('button', { name: 'Choose a file' })).toBeVisible()
}

/** What is said stays for as long as the test looks at it, however slow the machine is; the function it answers ends that. */
export async function keepToasts(window: Page): Promise<() => Promise<void>> {
  await window.evaluate(() => {
    const { setTimeout } = globalThis
    // A toast stays for two to six seconds; nothing else waits that long.
    const patient = (work: () => void, delay?: number): unknown =>
      setTimeout(work, delay && delay > 2_000 && delay <= 6_000 ? 3_600_000 : delay)
    Object.assign(globalThis, { setTimeout: patient, hurried: setTimeout })
  })
  return () =>
    window.evaluate(() => {
      Object.assign(globalThis, { setTimeout: (globalThis as { hurried?: unknown }).hurried })
    })
}

/** Sends the edits of a review, and says yes where it asks, which it does once it has compared them. */
export async function sendEdits(window: Page, name: string | RegExp): Promise<void> {
  const button = window.getByRole('button', { name })
  const asked = yesButton(window)
  await expect(async () => {
    if ((await asked.count()) > 0) await asked.click({ timeout: 5_000 })
    await expect(button).toBeEnabled({ timeout: 5_000 })
  }).toPass()
  await button.click()
}

/** The window has the focus again, or another one is in front of it. */
export const focus = (window: Page, event: 'focus' | 'blur'): Promise<void> =>
  window.evaluate((name) => void globalThis.dispatchEvent(new Event(name)), event)

/** A call of the page's own bridge, for what is no matter of the test: main does the same as for a button. */
const callMain = (window: Page, name: string, request: unknown): Promise<unknown> =>
  window.evaluate(
    async ([name, request]) => {
      interface Bridge {
        invoke(name: string, request: unknown, ticket: number): Promise<{ ok: boolean; value?: unknown }>
      }
      const { forecourt } = globalThis as unknown as { forecourt: Bridge }
      const reply = await forecourt.invoke(name, request, -1)
      if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply)}`)
      return reply.value
    },
    [name, request] as const,
  )

/** Adds the service as an account, and works under it from now on; `connectByHand` does so by Settings. */
export async function connect(window: Page, service: Service, name: string): Promise<void> {
  const { baseUrl, userId, key } = service
  const saved = await callMain(window, 'accounts:save', { name, baseUrl, userId, readAuth: 'query' })
  const { accounts } = saved as { accounts: { id: string; name: string }[] }
  const accountId = accounts.findLast((account) => account.name === name)?.id
  const tried = await callMain(window, 'accounts:try-key', { accountId, key })
  expect(tried).toMatchObject({ kept: true, result: { ok: true } })
  await callMain(window, 'accounts:activate', { accountId })
  await expect(window.getByRole('banner').getByText(name)).toBeVisible()
}

/** Adds the service as an account by Settings, as a dealer does, and works under it from now on. */
export async function connectByHand(window: Page, service: Service, name: string): Promise<void> {
  await goTo(window, 'Settings')
  await window.getByRole('button', { name: 'Add an account' }).click()
  await window.getByLabel('Name', { exact: true }).fill(name)
  await window.getByLabel('Service address').fill(service.baseUrl)
  await window.getByLabel('User id').fill(String(service.userId))
  await window.getByLabel('API key', { exact: true }).fill(service.key)
  await window.getByRole('button', { name: 'Save and test' }).click()
  await expect(window.getByText(/The service answered in/)).toBeVisible()
  await window.getByRole('button', { name: `Use the account ${name}` }).click()
  await expect(window.getByRole('banner').getByText(name)).toBeVisible()
}

/** Reads the account's whole stock, which happens only when a person asks for it, and shows it. */
export async function readStock(window: Page): Promise<void> {
  await callMain(window, 'inventory:own-count', null)
  await callMain(window, 'inventory:read-listed', { most: null })
  await goTo(window, 'Inventory')
  await expect(window.getByRole('banner').getByText(/^Updated/)).toBeVisible()
}

/** The inventory, when the sync has ended and its list, which may follow the last adverts for half a second, moves no more. */
export async function inventoryAtRest(window: Page): Promise<void> {
  await goTo(window, 'Inventory')
  await expect(window.getByRole('banner').getByText(/^Updated/)).toBeVisible({ timeout: 180_000 })
  const second = window.getByRole('grid').getByRole('row').nth(2)
  await expect(second).not.toBeEmpty()
  await settled(() => second.innerText())
}

/** Takes a file through the wizard up to the check of its rows. */
export async function bringFile(window: Page, file: string | { name: string; text: string }): Promise<void> {
  await goTo(window, 'Import')
  const input = window.locator('input[type=file]')
  if (typeof file === 'string') await input.setInputFiles(file)
  else await input.setInputFiles({ name: file.name, mimeType: 'text/csv', buffer: Buffer.from(file.text) })
  await window.getByRole('button', { name: 'Continue to columns' }).click()
  await window.getByRole('button', { name: 'Check the rows' }).click()
  await expect(window.getByLabel('Rows of the file')).toBeVisible()
}

/** The answer by which rows are sent after all, of the question that is shown. */
export const yesButton = (window: Page) => window.getByRole('button', { name: /^Yes, /, pressed: false })

/** Answers yes to each question of a check, of which one is shown at a time. */
export async function sayYes(window: Page): Promise<void> {
  while ((await yesButton(window).count()) > 0) {
    const said = await yesButton(window).innerText()
    await yesButton(window).click()
    await expect(yesButton(window).filter({ hasText: said })).toHaveCount(0)
  }
}

/** Sends what was checked, as a dealer who has seen it, and who says yes a second time where he is asked. */
export async function send(window: Page, rows: number): Promise<void> {
  await sayYes(window)
  await window.getByRole('button', { name: new RegExp(`^Send ${rows} rows? as `) }).click()
}

/** Ids of adverts that the account has from the start. */
export async function ownIds(service: Service, count: number): Promise<number[]> {
  const query = `api_key=${encodeURIComponent(service.key)}&user_id=${service.userId}`
  const response = await fetch(`${service.baseUrl}/auto/new/autos?${query}`)
  const { active } = (await response.json()) as { active: number[] }
  return active.slice(0, count)
}
