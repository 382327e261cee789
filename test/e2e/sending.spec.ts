import { expect, test } from './app.ts'
import { bringFile, connect, goTo, send, startService, type Service } from './service.ts'
import { fourCells } from '../sandbox/vehicles/four-ids.ts'

let service: Service
test.beforeAll(async ({ app }) => {
  service = await startService()
  await connect(app.window, service, 'Автоцентр')
})
test.afterAll(() => service.close())

const newVehicles = (count: number, from: number): string =>
  `marka_id,model_id,base_id,equip_id,currency_id,price\n${Array.from({ length: count }, (_, at) => `${fourCells(at % 20)},USD,${from + at}\n`).join('')}`

test('the taskbar follows the sending, and its end is told while the window has no focus', async ({
  app,
}) => {
  const { window } = app
  await bringFile(window, { name: 'Іваненко.csv', text: newVehicles(60, 20_000) })
  await send(window, 60)
  await window.evaluate(() => dispatchEvent(new Event('blur')))
  await goTo(window, 'Orders')
  // In Electron the system shows both, where no test sees them.
  const said = app.said
  if (said === null) return
  await expect
    .poll(() =>
      said()
        .filter((line) => line.startsWith('[host] progress'))
        .at(-1),
    )
    .toMatch(/none/)
  expect(said().filter((line) => /progress: \d+ % normal/.test(line)).length).toBeGreaterThan(1)
  const notices = said().filter((line) => line.includes('notification'))
  expect(notices).toEqual(['[host] notification: Sending has ended — 60 rows done'])
  expect(said().join('\n')).not.toContain(service.key)

  await window.evaluate(() => dispatchEvent(new Event('focus')))
  await bringFile(window, { name: 'more.csv', text: newVehicles(2, 30_000) })
  await send(window, 2)
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()
  expect(said().filter((line) => line.includes('notification'))).toHaveLength(1)
})

test('a checked file waits while another one is opened, and both are sent in the end', async ({ window }) => {
  await bringFile(window, { name: 'first.csv', text: newVehicles(3, 40_000) })
  await window.getByRole('button', { name: 'Back to imports' }).click()
  await bringFile(window, { name: 'second.csv', text: newVehicles(4, 50_000) })
  await window.getByRole('button', { name: 'Back to imports' }).click()
  const open = window.getByRole('region', { name: 'Open files' })
  await expect(open.getByText('Checked: 3 rows to send')).toBeVisible()
  await expect(open.getByText('Checked: 4 rows to send')).toBeVisible()
  await open.getByRole('button', { name: 'Continue with first.csv' }).click()
  await expect(window.getByRole('grid', { name: 'Rows of the file' })).toBeVisible()
  await send(window, 3)
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()
  await goTo(window, 'Imports')
  await expect(open.getByText('first.csv')).toBeHidden()
  await open.getByRole('button', { name: 'Continue with second.csv' }).click()
  await send(window, 4)
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()
})
