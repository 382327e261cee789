import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { invitationOf } from '../../src/main/team/team-file.ts'
import { cars, Desk } from '../team/desks.ts'
import { Postgres } from '../team/postgres.ts'
import { expect, test } from './app.ts'
import { beginTeam } from './begin-team.ts'
import { connect, startService, type Service } from './service.ts'

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

test('what a desk that is away left in doubt is looked for from here, or answered by a person', async ({
  window,
}) => {
  await connect(window, service, 'Team')
  const team = await beginTeam(window, postgres)
  await team.getByRole('button', { name: 'Invite a desk…' }).click()
  const invite = window.getByRole('dialog', { name: 'Invite a desk' })
  await invite.getByLabel('Name of the new desk').fill('Petro')
  const address = invite.getByLabel('Address of the server for that desk')
  await expect(address).toHaveAccessibleDescription(/the code will work on this one alone/)
  await address.fill('db.dealership.example')
  await expect(address).toHaveAccessibleDescription(/^Host and port/)
  await address.fill(`LOCALHOST:${postgres.port}`)
  await invite.getByRole('button', { name: 'Make the code' }).click()
  const code = await invite.getByLabel('Code').inputValue()
  expect(invitationOf(code).server.host).toBe('LOCALHOST')
  await invite.getByRole('button', { name: 'Close' }).click()

  const petro = new Desk('Petro', folder, {
    FORECOURT_BASE_URL: service.baseUrl,
    FORECOURT_USER_ID: String(service.userId),
    FORECOURT_API_KEY: service.key,
  })
  expect((await petro.run('team', 'join', code)).code).toBe(0)
  const file = join(folder, 'new.csv')
  await writeFile(file, cars([7_800, 7_900]))
  const lost = { method: 'POST', path: '/auto/new/autos', count: 1 } as const
  await service.control.addFault({ kind: 'drop-after-commit', ...lost })
  await service.control.addFault({ kind: 'drop-before', ...lost })
  const { rows } = await petro.json('import', file, '--commit', '--yes')
  expect(rows.map(({ state }) => state)).toEqual(['in-doubt', 'in-doubt'])
  await expect(team.getByRole('row', { name: /^Petro/ })).toContainText('Not confirmed: 2')
  // It is on line: its rows are its own.
  await expect(team.getByRole('button', { name: 'Look at the service' })).toHaveCount(0)
  postgres.sql(`UPDATE forecourt.members SET seen_at = now() - interval '3 hours' WHERE name = 'Petro'`)
  postgres.sql(`UPDATE forecourt.permits SET granted_at = now() - interval '3 hours'`)

  const rowOf = (price: string) => team.getByRole('listitem').filter({ hasText: price })
  await expect(rowOf('7,800')).toContainText('not confirmed')
  await team.getByRole('button', { name: 'Look at the service' }).click()
  // So long after it was sent an advert like it may be somebody's own.
  await expect(rowOf('7,800')).toContainText('Probably 39100000')
  await expect(rowOf('7,900')).toContainText('not found')
  await window.screenshot({ path: process.env.FORECOURT_LOOK ?? join(folder, 'look.png') })
  await rowOf('7,800')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await window.getByRole('menuitem', { name: 'It is advert 39100000' }).click()
  await expect(rowOf('7,800')).toHaveCount(0)
  await rowOf('7,900')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await window.getByRole('menuitem', { name: 'It made no advert…' }).click()
  const never = window.getByRole('dialog', { name: 'The row made no advert' })
  await expect(never.getByText(/there will be two/)).toBeVisible()
  await never.getByRole('button', { name: 'It made no advert' }).click()
  await expect(rowOf('7,900')).toHaveCount(0)
  await expect(team.getByRole('row', { name: /^Petro/ })).not.toContainText('Not confirmed')
})
