import type { Page } from '@playwright/test'
import { m } from '../../src/shared/i18n/generated/messages.js'
import { startDealership, workOneMorning } from '../pictures/dealership.ts'
import { openPage, takeLook } from '../pictures/looks.ts'
import { makeStates, type State } from '../pictures/states.ts'
import { expect, test } from './app.ts'
import { faults, misnamed, ofColours } from './axe.ts'
import type { Service } from './service.ts'
import { settled } from './settled.ts'

const pages = [
  'today',
  'inventory',
  'imports',
  'activity',
  'orders',
  'calls',
  'realty',
  'settings',
  'notices',
  'guide',
]

let service: Service
let states: readonly State[]
test.beforeAll(async ({ app }) => {
  service = await startDealership(150)
  await workOneMorning(app.window, service, 6)
  states = [...statesOfEdits(app.window), ...(await makeStates(app.window))]
})
test.afterAll(() => service.close())

/** An advert beside the list, the review of edits, and the dialogs for many adverts. */
function statesOfEdits(window: Page): readonly State[] {
  const dialog =
    (tool: () => string): State['open'] =>
    async () => {
      await openPage(window, 'inventory')
      await window.getByRole('checkbox', { name: m.app_select_all() }).setChecked(true)
      await window.getByRole('button', { name: tool(), exact: true }).first().click()
      await expect(window.getByRole('dialog')).toBeVisible()
    }
  return [
    {
      name: 'an advert beside the list',
      within: 'aside',
      open: async () => {
        await openPage(window, 'inventory')
        await window.getByRole('grid').locator('[aria-rowindex="4"] > [aria-colindex="2"]').dblclick()
        await expect(window.getByRole('complementary')).toBeVisible()
      },
    },
    {
      name: 'the review of edits',
      open: async () => {
        await openPage(window, 'edits')
        await expect(window.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
      },
    },
    { name: 'the dialog of texts', within: '.dialog', open: dialog(() => `${m.word_text()}…`) },
    { name: 'the dialog of positions', within: '.dialog', open: dialog(m.search_position_short) },
  ]
}

/** What axe finds in the light theme, and whose name lacks the words on it. */
async function inLight(window: Page, name: string, within = 'main'): Promise<string[]> {
  const found = [...(await faults(window, within)), ...(await misnamed(window))]
  return found.map((fault) => `${name}: ${fault}`)
}

/** The same in the light theme, and in the dark one what axe finds by its colours: each page has the pairs of colours of its states. */
async function inBothThemes(window: Page, name: string, within?: string): Promise<string[]> {
  const found = await inLight(window, name, within)
  await window.emulateMedia({ colorScheme: 'dark' })
  const dark = await faults(window, within ?? 'main', ofColours)
  await window.emulateMedia({ colorScheme: 'light' })
  return [...found, ...dark.map((fault) => `${name}, dark: ${fault}`)]
}

test('axe finds nothing on any page in either theme and in no state of one, and each control’s name holds its words', async ({
  window,
}) => {
  await takeLook(window, { locale: 'en', theme: 'light', width: 1440 })
  const found: string[] = []
  found.push(...(await inBothThemes(window, 'the frame', 'body')))
  for (const page of pages) {
    await openPage(window, page)
    found.push(...(await inBothThemes(window, page)))
  }
  for (const { name, open, within } of states) {
    await open()
    await settled(() => window.locator('body').innerText())
    found.push(...(await inLight(window, name, within)))
    await window.keyboard.press('Escape')
  }
  expect(found).toEqual([])
})

test('axe finds nothing in the steps of an import', async ({ window }) => {
  const giveUp = window.getByRole('button', { name: m.import_give_up() })
  await openPage(window, 'imports')
  await giveUp.click()
  await expect(giveUp).toHaveCount(0)
  await openPage(window, 'imports')
  const buffer = Buffer.from('auto_id,price,currency\n1,2,USD\n3,4,\n')
  await window.locator('input[type=file]').setInputFiles({ name: 'wrong.csv', mimeType: 'text/csv', buffer })
  const found: string[] = []
  const look = async (step: string): Promise<void> => void found.push(...(await inLight(window, step)))
  for (const next of [m.import_next_columns(), m.import_next_check()]) {
    const button = window.getByRole('button', { name: next, exact: true })
    await expect(button).toBeEnabled()
    await look(`before “${next}”`)
    await button.click()
  }
  await expect(window.getByLabel(m.import_rows_grid())).toBeVisible()
  await look('the rows')
  expect(found).toEqual([])
})
