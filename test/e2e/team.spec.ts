import { expect, test } from './app.ts'
import { connect, goTo, startService, type Service } from './service.ts'
import { Desk } from '../team/desks.ts'
import { Postgres } from '../team/postgres.ts'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
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

test('a desk begins a team in the settings, invites another one, sees it, and says when the server is away', async ({
  window,
}) => {
  await connect(window, service, 'Team')
  await goTo(window, 'Settings')
  const team = window.getByRole('region', { name: 'Team' })
  await team.getByRole('button', { name: 'Begin a team…' }).click()
  const dialog = window.getByRole('dialog', { name: 'Begin a team' })
  const begin = dialog.getByRole('button', { name: 'Begin the team' })
  await expect(begin).toBeDisabled()
  await dialog.getByLabel('Address of the server').fill(postgres.address)
  await dialog.getByLabel('Name of this desk').fill('Olena')
  await dialog.getByLabel(/^Certificate/).fill(await readFile(postgres.ca, 'utf8'))
  // A password that is none is told in the dialog, where what was typed stays.
  await dialog.getByLabel('Password').fill('wrong')
  await begin.click()
  await expect(dialog.getByText(/doesn’t let this desk in/)).toBeVisible()
  await dialog.getByLabel('Password').fill(postgres.password)
  await begin.click()
  await expect(dialog).toBeHidden()
  await expect(team.getByText('Connected', { exact: true })).toBeVisible()
  await expect(team.getByRole('row', { name: /Olena.*this one.*send and invite/ })).toBeVisible()
  // Whose requests are counted is told at once.
  await expect(window.getByRole('banner').getByText(/^Team · Requests/)).toBeVisible()

  await team.getByRole('button', { name: 'Invite a desk…' }).click()
  const invite = window.getByRole('dialog', { name: 'Invite a desk' })
  await invite.getByLabel('Name of the new desk').fill('Petro')
  await invite.getByRole('button', { name: 'Make the code' }).click()
  const code = await invite.getByLabel('Code').inputValue()
  await invite.getByRole('button', { name: 'Close' }).click()
  const petroRow = team.getByRole('row', { name: /^Petro/ })
  await expect(petroRow).toContainText('has not joined yet')

  const petro = new Desk('Petro', folder, {
    FORECOURT_BASE_URL: service.baseUrl,
    FORECOURT_USER_ID: String(service.userId),
    FORECOURT_API_KEY: service.key,
  })
  expect((await petro.run('team', 'join', code)).code).toBe(0)
  await expect(petroRow).not.toContainText('has not joined yet')

  // The last owner can't leave, and is told what comes first.
  await team.getByRole('button', { name: 'Leave the team…' }).click()
  const leave = window.getByRole('dialog', { name: 'Leave the team' })
  await leave.getByRole('button', { name: 'Leave the team' }).click()
  await expect(leave.getByText('This desk is the last owner of the team.')).toBeVisible()
  await leave.getByRole('button', { name: 'Cancel' }).click()

  // The server was put back: the other desk has to say what it sent, unless the owner removes it.
  await team.getByRole('button', { name: 'The server was restored…' }).click()
  await window.getByRole('dialog').getByRole('button', { name: 'Ask all desks' }).click()
  await expect(petroRow).toContainText('Has not said what it sent')
  await expect(team.getByText('Waiting for desks', { exact: true })).toBeVisible()
  await petroRow.getByRole('button', { name: 'Actions for Petro' }).click()
  await window.getByRole('menuitem', { name: 'Remove from the team…' }).click()
  const removal = window.getByRole('dialog', { name: 'Remove Petro from the team' })
  await expect(removal.getByText(/check the newest adverts/)).toBeVisible()
  await removal.getByRole('button', { name: 'Remove' }).click()
  await expect(petroRow).toHaveCount(0)
  await expect(team.getByText('Connected', { exact: true })).toBeVisible()
  expect((await petro.run('team', 'status')).err).toContain('was removed from the team')
  // Nobody removes itself by a menu.
  await expect(team.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)

  await postgres.end('fast')
  await expect(team.getByText('Not connected', { exact: true })).toBeVisible()
  await expect(team.getByText(/Everything that is saved can be read/)).toBeVisible()
  await postgres.begin()
  await expect(team.getByText('Connected', { exact: true })).toBeVisible()
})

test('a desk joins with the code of another one, and leaves again', async ({ window }) => {
  const team = window.getByRole('region', { name: 'Team' })
  const third = await mkdtemp(join(tmpdir(), 'forecourt-owner-'))
  const owner = new Desk('Owner', third, {
    FORECOURT_BASE_URL: service.baseUrl,
    FORECOURT_USER_ID: String(service.userId),
    FORECOURT_API_KEY: service.key,
    FORECOURT_TEAM_PASSWORD: postgres.password,
  })
  // Another owner lets this one leave the team of before.
  await team.getByRole('button', { name: 'Invite a desk…' }).click()
  const invite = window.getByRole('dialog', { name: 'Invite a desk' })
  await invite.getByLabel('Name of the new desk').fill('Owner')
  await invite.getByLabel('May').click()
  await window.getByRole('option', { name: 'send and invite' }).click()
  await invite.getByRole('button', { name: 'Make the code' }).click()
  const first = await invite.getByLabel('Code').inputValue()
  await invite.getByRole('button', { name: 'Close' }).click()
  expect((await owner.run('team', 'join', first)).code).toBe(0)
  await team.getByRole('button', { name: 'Leave the team…' }).click()
  await window.getByRole('dialog').getByRole('button', { name: 'Leave the team' }).click()
  await expect(team.getByText('This desk belongs to no team.')).toBeVisible()

  await team.getByRole('button', { name: 'Join with a code…' }).click()
  const joining = window.getByRole('dialog', { name: 'Join a team' })
  await joining.getByLabel('Code').fill('no code')
  await joining.getByRole('button', { name: 'Join the team' }).click()
  await expect(joining.getByText('This is no invitation to a team.')).toBeVisible()
  const { code } = await owner.json<{ code: string }>(
    'team',
    'invite',
    '--name',
    'Back',
    '--rights',
    'viewer',
  )
  await joining.getByLabel('Code').fill(code)
  await joining.getByRole('button', { name: 'Join the team' }).click()
  await expect(team.getByRole('row', { name: /Back.*this one.*look/ })).toBeVisible()
  await expect(team.getByRole('button', { name: 'Invite a desk…' })).toHaveCount(0)
  await rm(third, { recursive: true, force: true })
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
  await expect(team.getByText('This desk belongs to no team.')).toBeVisible()
  await expect(window.getByRole('banner').getByText(/Team · |team’s server/)).toHaveCount(0)

  await writeFile(join(dataDir, 'team.json'), '{')
  await expect(team.getByText(/team\.json of the data folder can’t be read/)).toBeVisible()
  await team.getByRole('button', { name: 'Leave the team…' }).click()
  await leaving.click()
  await leave.getByLabel(/^Leave anyway/).check()
  await leaving.click()
  await expect(team.getByText('This desk belongs to no team.')).toBeVisible()
  expect(await readFile(join(dataDir, 'team.json.damaged'), 'utf8')).toBe('{')
})
