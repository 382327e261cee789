import { expect, test } from './app.ts'
import { connect, goTo, startService, type Service } from './service.ts'
import { cars, Desk } from '../team/desks.ts'
import { beginTeam, invited } from './begin-team.ts'
import { Postgres } from '../team/postgres.ts'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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

test('a desk shows its team, what a colleague sent and which order it took, and says when the server is away', async ({
  window,
  dataDir,
}) => {
  await connect(window, service, 'Team')
  const team = await beginTeam(window, dataDir, postgres)
  await expect(team.getByRole('row', { name: /Olena.*this one.*send and invite/ })).toBeVisible()
  const code = await invited(dataDir, 'Petro')
  const petroRow = team.getByRole('row', { name: /^Petro/ })
  await expect(petroRow).toContainText('has not joined yet')
  const petro = await desk('Petro')
  expect((await petro.run('team', 'join', code)).code).toBe(0)
  await expect(petroRow).not.toContainText('has not joined yet')

  const file = join(folder, 'new.csv')
  await writeFile(file, cars([7_800, 7_900]))
  expect((await petro.run('import', file, '--commit', '--yes')).code).toBe(0)
  const { order_id: orderId } = await service.control.putOrder({ status: 0 })
  const colleague = petro.openWindow()
  try {
    const { accountId } = await colleague.accounts.owner()
    await colleague.team.takeOrder(accountId, orderId, true)
  } finally {
    await colleague.close()
  }
  await goTo(window, 'Activity')
  const line = window.getByRole('row').filter({ hasText: 'Petro' })
  await expect(line).toContainText('2 new adverts')
  await expect(line).toContainText('2 of 2')
  await expect(line.getByRole('button')).toHaveCount(0)
  await goTo(window, 'Orders')
  await window.getByRole('button', { name: 'Refresh', exact: true }).first().click()
  const order = window.getByRole('row').filter({ hasText: String(orderId) })
  await expect(order).toContainText('Petro')
  await order.getByRole('gridcell').nth(2).dblclick()
  const pane = window.getByRole('complementary').filter({ hasText: 'Taken by Petro' })
  await pane.getByRole('button', { name: 'Take it over' }).click()
  await expect(window.getByText('Taken by this desk')).toBeVisible()
  await window.screenshot({ path: process.env.FORECOURT_LOOK ?? join(folder, 'look.png') })

  await goTo(window, 'Settings')
  // The last owner can't leave, and is told what comes first.
  await team.getByRole('button', { name: 'Leave the team…' }).click()
  const leave = window.getByRole('dialog', { name: 'Leave the team' })
  await leave.getByRole('button', { name: 'Leave the team' }).click()
  await expect(leave.getByText('This desk is the last owner of the team.')).toBeVisible()
  await leave.getByRole('button', { name: 'Cancel' }).click()
  await postgres.end('fast')
  await expect(team.getByText('Not connected', { exact: true })).toBeVisible()
  await expect(team.getByText(/Everything that is saved can be read/)).toBeVisible()
  await postgres.begin()
  await expect(team.getByText('Connected', { exact: true })).toBeVisible()
})

test('a desk joins with the code of another one, and leaves again', async ({ window, dataDir }) => {
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
