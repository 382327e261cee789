import { expect, test } from './app.ts'
import { press } from './keys.ts'
import { connect, goTo, readStock, startService, type Service } from './service.ts'
import { bringTwelveCars } from './twelve-cars.ts'
import { fourCells } from '../sandbox/vehicles/four-ids.ts'

let service: Service
test.beforeAll(async ({ app }) => {
  service = await startService()
  await connect(app.window, service, 'Автоцентр')
  await readStock(app.window)
})
test.afterAll(() => service.close())

test('twelve cars whose names may mean several become adverts by the keys alone', async ({ window }) => {
  await window.evaluate(() => {
    const counts = { keys: 0, pointers: 0 }
    addEventListener('keydown', () => (counts.keys += 1), true)
    addEventListener('pointerdown', () => (counts.pointers += 1), true)
    Object.assign(globalThis, { pressed: counts })
  })
  let steps = 0
  await bringTwelveCars(window, service, {
    take: (target) => {
      steps += 1
      return press(window, target)
    },
    goOn: async (target) => {
      steps += 1
      await expect(target).toBeEnabled()
      // Whatever had the focus may be gone: then the heading has it, so that the keys go on from there.
      await expect.poll(() => window.evaluate(() => document.activeElement !== document.body)).toBe(true)
      await window.keyboard.press('ControlOrMeta+Enter')
      await expect(window.getByRole('heading', { level: 1 })).toBeFocused()
    },
    answersByKeys: true,
  })
  const { keys, pointers } = await window.evaluate(
    () => (globalThis as unknown as { pressed: { keys: number; pointers: number } }).pressed,
  )
  expect(pointers).toBe(0)
  expect(steps).toBeLessThanOrEqual(11)
  expect(keys).toBeLessThanOrEqual(40)
})

test('Ctrl+Enter that is held goes one step, and it sends nothing whatever has the focus', async ({
  window,
}) => {
  await goTo(window, 'Activity')
  await window.getByRole('button', { name: 'Import a file' }).first().click()
  const text = `marka_id,model_id,base_id,equip_id,currency_id,price\n${fourCells(3)},USD,20500\n`
  const file = { name: 'one.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await window.locator('input[type=file]').setInputFiles(file)
  await expect(window.getByRole('button', { name: 'Continue to columns' })).toBeEnabled()
  await service.control.clearRequests()
  await window.keyboard.down('ControlOrMeta')
  await window.keyboard.down('Enter')
  const check = window.getByRole('button', { name: 'Check the rows' })
  await expect(check).toBeEnabled()
  // A key that is held comes again and again.
  for (let again = 0; again < 5; again++) await window.keyboard.down('Enter')
  await window.keyboard.up('Enter')
  await window.keyboard.up('ControlOrMeta')
  await expect(check).toBeVisible()
  await window.keyboard.press('ControlOrMeta+Enter')
  await expect(window.getByRole('grid', { name: 'Rows of the file' })).toBeVisible()
  await window.getByRole('button', { name: 'Continue to sending' }).click()

  const sending = window.getByRole('button', { name: /^Send 1 row/ })
  await sending.focus()
  await window.keyboard.press('ControlOrMeta+Enter')
  await expect(sending).toBeVisible()
  expect((await service.control.requests())['POST /auto/new/autos']).toBeUndefined()
  // The button itself is no dead one.
  await window.keyboard.press('Enter')
  await expect.poll(async () => (await service.control.requests())['POST /auto/new/autos']).toBe(1)
})
