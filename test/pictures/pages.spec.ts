import type { Page } from '@playwright/test'
import { expect, test } from '../e2e/app.ts'
import { inventoryAtRest } from '../e2e/service.ts'
import { settled } from '../e2e/settled.ts'
import { editSome, startDealership, workOneMorning } from './dealership.ts'
import { type Look, lookName, openPage, takeLook } from './looks.ts'
import { makeStates } from './states.ts'
import { takePicture } from './take-picture.ts'

/** Where the pictures go: those of the docs, or with FORECOURT_PICTURES_ALL each page in each look, to look at. */
const all = process.env.FORECOURT_PICTURES_ALL
const folder = all ?? process.env.FORECOURT_PICTURES ?? 'docs/pictures'

const looks: readonly Look[] = [
  { locale: 'en', theme: 'light', width: 1440 },
  { locale: 'uk', theme: 'dark', width: 1440 },
  { locale: 'en', theme: 'dark', width: 1024 },
  { locale: 'uk', theme: 'light', width: 1024 },
]
const pages = [
  'today',
  'activity',
  'orders',
  'calls',
  'market',
  'edits',
  'settings',
  'realty',
  'notices',
  'guide',
]
/** What the docs have of each look. */
const kept: readonly (readonly string[])[] = [
  ['today', 'activity', 'orders'],
  ['today', 'activity'],
  [],
  ['today'],
]

async function take(window: Page, page: string, look: Look): Promise<void> {
  await openPage(window, page)
  await takePicture(window, `${folder}/${page}${lookName(look)}.png`)
}

/** States of pages, which the docs have none of: to look at. */
async function takeStates(window: Page): Promise<void> {
  await takeLook(window, looks[0] ?? { locale: 'en', theme: 'light', width: 1440 })
  const states = await makeStates(window)
  for (const look of looks) {
    await takeLook(window, look)
    for (const { name, open } of states) {
      await open()
      await settled(() => window.locator('body').innerText())
      await takePicture(window, `${folder}/${name}${lookName(look)}.png`)
      await window.keyboard.press('Escape')
    }
  }
}

// Its photos are those of the sandbox that the app brings: those of another service on this computer are not fetched.
test('pictures of the inventory', async ({ window }) => {
  await inventoryAtRest(window)
  await window.getByRole('button', { name: 'Stay in the sandbox' }).click()
  await editSome(window)
  for (const look of looks) {
    await takeLook(window, look)
    await take(window, 'inventory', look)
  }
  await takeLook(window, { locale: 'en', theme: 'light', width: 1440 })
})

test('pictures of the other pages', async ({ window }) => {
  const service = await startDealership()
  await workOneMorning(window, service)
  for (const [at, look] of looks.entries()) {
    await takeLook(window, look)
    for (const page of all ? pages : (kept[at] ?? [])) await take(window, page, look)
  }
  expect(looks).toHaveLength(kept.length)
  if (all) await takeStates(window)
  await service.close()
})
