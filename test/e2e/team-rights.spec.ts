import { cars } from '../team/desks.ts'
import { Postgres } from '../team/postgres.ts'
import { expect, test } from './app.ts'
import { beginTeam } from './begin-team.ts'
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
  dataDir,
}) => {
  await connect(window, service, 'Team')
  const team = await beginTeam(window, dataDir, postgres)
  postgres.sql(`UPDATE forecourt.members SET rights = 'viewer'`)

  await bringFile(window, { name: 'new.csv', text: cars([7_800]) })
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
