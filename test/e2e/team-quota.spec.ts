import { join } from 'node:path'
import { Postgres } from '../team/postgres.ts'
import { expect, test } from './app.ts'
import { beginTeam, command, invited } from './begin-team.ts'
import { connect, goTo, startService, type Service } from './service.ts'

let postgres: Postgres
let service: Service
test.beforeAll(async () => {
  test.setTimeout(240_000)
  ;[postgres, service] = await Promise.all([Postgres.start(), startService(40)])
})
test.afterAll(async () => {
  await service.close()
  await postgres.remove()
})

test('the top bar counts the requests of all desks, says so, and says when nobody can count them', async ({
  window,
  dataDir,
}) => {
  test.setTimeout(240_000)
  await connect(window, service, 'Dealer')
  const mark = window.getByRole('banner').locator('.mark.num')
  await expect(mark).toContainText(/^Requests this hour: \d+/)
  await beginTeam(window, dataDir, postgres)
  const limits = await command(dataDir, ['team', 'settings', '--per-hour', '2000', '--per-month', '20000'])
  expect(limits).toMatchObject({ code: 0, err: '' })
  expect(limits.out).toContain('Requests of all desks in an hour: 2,000')

  // Another desk makes requests.
  const code = await invited(dataDir, 'Petro')
  const other = join(dataDir, 'petro')
  const desk = {
    FORECOURT_BASE_URL: service.baseUrl,
    FORECOURT_USER_ID: String(service.userId),
    FORECOURT_API_KEY: service.key,
    FORECOURT_TEAM_SECRET: 'A'.repeat(43),
  }
  expect((await command(other, ['team', 'join', code], desk)).code).toBe(0)
  expect((await command(other, ['sync'], desk)).code).toBe(0)
  const status = await command(dataDir, ['team', 'status', '--json'])
  const { quota } = JSON.parse(status.out) as { quota: { used: number } }
  expect(quota.used).toBeGreaterThan(2)

  await goTo(window, 'Settings')
  await window.getByRole('button', { name: 'Test connection of Dealer' }).click()
  await expect(mark).toContainText(/^Team · Requests left this (hour|month): [\d,]+/)
  await expect(mark).toHaveAttribute('title', /All desks of the team used/)
  await expect(window.getByText('These limits are your team’s')).toBeVisible()
  const packages = window.getByRole('region', { name: 'Quota' }).getByRole('radio')
  await expect(packages.first()).toBeDisabled()
  await expect(window.getByRole('radio', { name: /^Package: 20,000/ })).toBeChecked()

  await postgres.end('immediate')
  await expect(async () => {
    await window.getByRole('button', { name: 'Test connection of Dealer' }).click()
    await expect(mark).toContainText('Team’s server not reached', { timeout: 2_000 })
  }).toPass()
  const banner = window.getByText('The team’s server can’t be reached', { exact: true })
  await expect(banner).toBeVisible()
  await goTo(window, 'Inventory')
  await expect(banner).toBeVisible()
  await window.screenshot({ path: process.env.FORECOURT_LOOK ?? join(dataDir, 'look.png') })
  await postgres.begin()
  await goTo(window, 'Settings')
  await expect(async () => {
    await window.getByRole('button', { name: 'Test connection of Dealer' }).click()
    await expect(mark).toContainText(/^Team · /, { timeout: 2_000 })
  }).toPass()
  await expect(banner).toHaveCount(0)
})
