import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { cars, Desk } from '../team/desks.ts'
import { Postgres } from '../team/postgres.ts'
import { expect, test } from './app.ts'
import { bringFile, connect, goTo, startService, type Service } from './service.ts'

const cli = resolve(import.meta.dirname, '../../out/main/cli.cjs')

let service: Service
let postgres: Postgres
let folder: string
test.beforeAll(async () => {
  ;[service, postgres, folder] = await Promise.all([
    startService(40),
    Postgres.start(),
    mkdtemp(join(tmpdir(), 'forecourt-desk-')),
  ])
})
test.afterAll(async () => {
  await Promise.all([service.close(), postgres.remove()])
  await rm(folder, { recursive: true, force: true })
})

async function desk(name: string): Promise<Desk> {
  const dataDir = join(folder, name)
  await mkdir(dataDir)
  return new Desk(name, dataDir, {
    FORECOURT_BASE_URL: service.baseUrl,
    FORECOURT_USER_ID: String(service.userId),
    FORECOURT_API_KEY: service.key,
  })
}

/** A command of the built app on a desk's data folder. */
async function command(dataDir: string, words: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [cli, ...words], {
    env: { ...process.env, LC_ALL: 'en_US.UTF-8', FORECOURT_DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close') as Promise<[number | null]>
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await closed
  return { code, out, err }
}

/** A code for another desk. @param more further options of `team invite` */
const invited = async (dataDir: string, name: string, ...more: string[]): Promise<string> =>
  (await command(dataDir, ['team', 'invite', '--name', name, ...more])).out.trim()

/** The page looks at the team every 10 seconds: from now on it needn't be waited for. */
const hurryLooks = (window: Page): Promise<void> =>
  window.evaluate(() => {
    const { setInterval } = globalThis
    const hurried = (work: () => void, delay?: number): unknown =>
      setInterval(work, delay === 10_000 ? 500 : delay)
    Object.assign(globalThis, { setInterval: hurried })
  })

test('a desk shows its team, what a colleague sent and took, the requests of all desks, and when the server is away', async ({
  window,
  dataDir,
}) => {
  await connect(window, service, 'Team')
  await hurryLooks(window)
  const init = ['team', 'init', '--server', postgres.address, '--ca', postgres.ca, '--name', 'Olena']
  const begun = await command(dataDir, init, { FORECOURT_TEAM_PASSWORD: postgres.password })
  expect(begun.err).toContain('The team exists')
  const limits = await command(dataDir, ['team', 'settings', '--per-hour', '2000', '--per-month', '20000'])
  expect(limits).toMatchObject({ code: 0, err: '' })
  expect(limits.out).toContain('Requests of all desks in an hour: 2,000')
  await goTo(window, 'Settings')
  const team = window.getByRole('region', { name: 'Team' })
  await expect(team.getByText('Connected', { exact: true })).toBeVisible()
  await expect(team.getByRole('row', { name: /Olena.*this one.*send and invite/ })).toBeVisible()
  const code = await invited(dataDir, 'Petro')
  const petroRow = team.getByRole('row', { name: /^Petro/ })
  await expect(petroRow).toContainText('has not joined yet')
  const petro = await desk('Petro')
  expect((await petro.run('team', 'join', code)).code).toBe(0)
  await expect(petroRow).not.toContainText('has not joined yet')

  const mark = window.getByRole('banner').locator('.mark.num')
  await window.getByRole('button', { name: 'Test connection of Team' }).click()
  await expect(mark).toContainText(/^Team · Requests left this (hour|month): [\d,]+/)
  await expect(mark).toHaveAttribute('title', /All desks of the team used/)
  await expect(window.getByText('These limits are your team’s')).toBeVisible()
  const packages = window.getByRole('region', { name: 'Quota' }).getByRole('radio')
  await expect(packages.first()).toBeDisabled()
  await expect(window.getByRole('radio', { name: /^Package: 20,000/ })).toBeChecked()

  const file = join(folder, 'new.csv')
  await writeFile(file, cars([7_800, 7_900]))
  expect((await petro.run('import', file, '--commit', '--yes')).code).toBe(0)
  const { quota } = await petro.json<{ quota: { used: number } }>('team', 'status')
  expect(quota.used).toBeGreaterThan(2)
  const { order_id: orderId } = await service.control.putOrder({ status: 0 })
  const colleague = petro.openWindow()
  try {
    const { accountId } = await colleague.context.accounts.owner()
    await colleague.team.takeOrder(accountId, orderId, true)
  } finally {
    await colleague.close()
  }
  await goTo(window, 'Orders')
  await window.getByRole('button', { name: 'Refresh', exact: true }).first().click()
  const order = window.getByRole('row').filter({ hasText: String(orderId) })
  await expect(order).toContainText('Petro')
  await order.getByRole('gridcell').nth(2).dblclick()
  const pane = window.getByRole('complementary').filter({ hasText: 'Taken by Petro' })
  await pane.getByRole('button', { name: 'Take it over' }).click()
  await expect(window.getByText('Taken by this desk')).toBeVisible()

  await goTo(window, 'Settings')
  // The last owner can't leave, and is told what comes first.
  await team.getByRole('button', { name: 'Leave the team…' }).click()
  const leave = window.getByRole('dialog', { name: 'Leave the team' })
  await leave.getByRole('button', { name: 'Leave the team' }).click()
  await expect(leave.getByText('This desk is the last owner of the team.')).toBeVisible()
  await leave.getByRole('button', { name: 'Cancel' }).click()
  const banner = window.getByText('The team’s server can’t be reached', { exact: true })
  await postgres.end('fast')
  await expect(async () => {
    await window.getByRole('button', { name: 'Test connection of Team' }).click()
    await expect(mark).toContainText('Team’s server not reached', { timeout: 2_000 })
  }).toPass()
  await expect(banner).toBeVisible()
  await expect(team.getByText('Not connected', { exact: true })).toBeVisible()
  await expect(team.getByText(/Everything that is saved can be read/)).toBeVisible()
  await postgres.begin()
  await expect(async () => {
    await window.getByRole('button', { name: 'Test connection of Team' }).click()
    await expect(mark).toContainText(/^Team · /, { timeout: 2_000 })
  }).toPass()
  await expect(banner).toHaveCount(0)
  await expect(team.getByText('Connected', { exact: true })).toBeVisible()
  // The log of the team is read every 15 seconds.
  await goTo(window, 'Activity')
  const line = window.getByRole('row').filter({ hasText: 'Petro' })
  await expect(line).toContainText('2 new adverts')
  await expect(line).toContainText('2 of 2')
  await expect(line.getByRole('button')).toHaveCount(0)
})

const giveRights = (rights: string): string =>
  postgres.sql(`UPDATE forecourt.members SET rights = '${rights}' WHERE name = 'Olena'`)
const notToSend = 'This desk has no right to send for its team.'

test('a desk that may only look hears why it can’t send, before and after a file is planned, and where to go', async ({
  window,
}) => {
  const team = window.getByRole('region', { name: 'Team' })
  giveRights('viewer')
  await bringFile(window, { name: 'new.csv', text: cars([8_100]) })
  const send = window.getByRole('button', { name: /^Send 1 row as / })
  await send.click()
  await expect(window.getByText(notToSend)).toBeVisible()
  // Without the server nobody knows it: the batch waits, and hears it then.
  await postgres.end('immediate')
  await send.click()
  await expect(window.getByText(/^The team’s server can’t be reached or isn’t ready/)).toBeVisible()
  await postgres.begin()
  const notice = window.getByRole('status').filter({ hasText: notToSend })
  await expect(notice).toContainText('Ask an owner of the team for that right, then continue.')
  await notice.getByRole('button', { name: 'Settings' }).click()
  await expect(team.getByRole('row', { name: /Olena.*this one.*look/ })).toBeVisible()
  giveRights('sender')
  await goTo(window, 'Activity')
  // The line’s own button leads to the batch.
  await window.getByRole('grid').getByRole('button', { name: 'Continue' }).click()
  await expect(notice).toBeVisible()
  await window.getByRole('button', { name: 'Continue' }).click()
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()
  giveRights('owner')
})

test('a desk joins with the code of another one, and leaves again', async ({ window, dataDir }) => {
  await goTo(window, 'Settings')
  const team = window.getByRole('region', { name: 'Team' })
  // Another owner lets this one leave the team of before.
  const owner = await desk('Owner')
  expect((await owner.run('team', 'join', await invited(dataDir, 'Owner', '--rights', 'owner'))).code).toBe(0)
  await team.getByRole('button', { name: 'Leave the team…' }).click()
  await window.getByRole('dialog').getByRole('button', { name: 'Leave the team' }).click()
  await expect(team.getByText(/^This desk belongs to no team\./)).toBeVisible()

  await team.getByRole('button', { name: 'Join with a code…' }).click()
  const joining = window.getByRole('dialog', { name: 'Join a team' })
  await joining.getByLabel('Code').fill('no code')
  await joining.getByRole('button', { name: 'Join the team' }).click()
  await expect(joining.getByText('This is no invitation to a team.')).toBeVisible()
  const asked = ['team', 'invite', '--name', 'Back', '--rights', 'viewer'] as const
  const { code } = await owner.json<{ code: string }>(...asked)
  await joining.getByLabel('Code').fill(code)
  await joining.getByRole('button', { name: 'Join the team' }).click()
  await expect(team.getByRole('row', { name: /Back.*this one.*look/ })).toBeVisible()
  // Whose requests are counted is told at once.
  await expect(window.getByRole('banner').getByText(/^Team · Requests/)).toBeVisible()
})

test('a desk that was removed leaves anyway, and so does one whose file of the team can’t be read', async ({
  window,
  dataDir,
}) => {
  const team = window.getByRole('region', { name: 'Team' })
  const leave = window.getByRole('dialog', { name: 'Leave the team' })
  const leaving = leave.getByRole('button', { name: 'Leave the team' })
  postgres.sql(`UPDATE forecourt.members SET removed_at = now() WHERE name = 'Back'`)
  await expect(team.getByText('This desk was removed from the team.')).toBeVisible()
  await team.getByRole('button', { name: 'Leave the team…' }).click()
  await leaving.click()
  await expect(leave.getByText('This desk was removed from the team.')).toBeVisible()
  await expect(leaving).toBeDisabled()
  await leave.getByLabel(/^Leave anyway/).check()
  await leaving.click()
  await expect(team.getByText(/^This desk belongs to no team\./)).toBeVisible()
  await expect(window.getByRole('banner').getByText(/Team · |team’s server/)).toHaveCount(0)

  await writeFile(join(dataDir, 'team.json'), '{')
  await expect(team.getByText(/team\.json of the data folder can’t be read/)).toBeVisible()
  await team.getByRole('button', { name: 'Leave the team…' }).click()
  await leaving.click()
  await leave.getByLabel(/^Leave anyway/).check()
  await leaving.click()
  await expect(team.getByText(/^This desk belongs to no team\./)).toBeVisible()
  expect(await readFile(join(dataDir, 'team.json.damaged'), 'utf8')).toBe('{')
})
