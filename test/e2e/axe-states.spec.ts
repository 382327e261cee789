import { startDealership, workOneMorning } from '../pictures/dealership.ts'
import { lookName, type Look, takeLook } from '../pictures/looks.ts'
import { makeStates } from '../pictures/states.ts'
import { expect, test } from './app.ts'
import { faults, ofColours } from './axe.ts'
import type { Service } from './service.ts'
import { settled } from './settled.ts'

const looks: readonly Look[] = [
  { locale: 'en', theme: 'light', width: 1440 },
  { locale: 'en', theme: 'dark', width: 1024 },
  { locale: 'uk', theme: 'dark', width: 1440 },
  { locale: 'uk', theme: 'light', width: 1024 },
]

let service: Service
let states: Awaited<ReturnType<typeof makeStates>>
test.beforeAll(async ({ app }) => {
  service = await startDealership()
  await workOneMorning(app.window, service)
  states = await makeStates(app.window)
})
test.afterAll(() => service.close())

for (const look of looks)
  test(`axe finds nothing in any state of a page${lookName(look)}`, async ({ window }) => {
    await takeLook(window, look)
    const rules = look.theme === 'dark' ? ofColours : undefined
    const found: string[] = []
    for (const { name, open, within } of states) {
      await open()
      await settled(() => window.locator('body').innerText())
      for (const fault of await faults(window, look.theme, within, rules)) found.push(`${name}: ${fault}`)
      await window.keyboard.press('Escape')
    }
    expect(found).toEqual([])
  })
