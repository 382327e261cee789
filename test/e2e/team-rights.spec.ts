import { readFile } from 'node:fs/promises'
import { cars } from '../team/desks.ts'
import { Postgres } from '../team/postgres.ts'
import { expect, test } from './app.ts'
import { bringFile, connect, goTo, startService, type Service } from './service.ts'

let service: Service
let postgres: Postgres
test.beforeAll(async () => {
  ;[service, postgres] = await Promise.all([startService(40), Postgres.start()])
})
test.afterAll(() => Promise.all([service.close(), postgres.remove()]))

const notToSend = 'This desk has no right to send for its team.'

test('a desk that may only look hears why it can’t send, before and after a file is planned, and where to go', async ({
  window,
}) => {
  await connect(window, service, 'Team')
  await goTo(window, 'Settings')
  const team = window.getByRole('region', { name: 'Team' })
  await team.getByRole('button', { name: 'Begin a team…' }).click()
  const dialog = window.getByRole('dialog', { name: 'Begin a team' })
  await dialog.getByLabel('Address of the server').fill(postgres.address)
  await dialog.getByLabel('Name of this desk').fill('Olena')
  await dialog.getByLabel(/^Certificate/).fill(await readFile(postgres.ca, 'utf8'))
  await dialog.getByLabel('Password').fill(postgres.password)
  await dialog.getByRole('button', { name: 'Begin the team' }).click()
  await expect(team.getByText('Connected', { exact: true })).toBeVisible()
  postgres.sql(`UPDATE forecourt.members SET rights = 'viewer'`)

  await bringFile(window, { name: 'new.csv', text: cars([7_800]) })
  await window.getByRole('button', { name: 'Continue to sending' }).click()
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
  postgres.sql(`UPDATE forecourt.members SET rights = 'sender'`)
  await goTo(window, 'Activity')
  // The line’s own button leads to the batch.
  await window.getByRole('grid').getByRole('button', { name: 'Continue' }).click()
  await expect(notice).toBeVisible()
  await window.getByRole('button', { name: 'Continue' }).click()
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()
})
