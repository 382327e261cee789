import type { Locator, Page } from '@playwright/test'
import { pictureSize } from '../../src/renderer/guide/picture-size.ts'
import { m } from '../../src/shared/i18n/generated/messages.js'
import { expect, test } from '../e2e/app.ts'
import {
  bringFile,
  connect,
  goTo,
  inventoryAtRest,
  ownIds,
  readStock,
  send,
  type Service,
  startService,
} from '../e2e/service.ts'
import { settled } from '../e2e/settled.ts'
import { bringTwelveCars } from '../e2e/twelve-cars.ts'
import { fourCells } from '../sandbox/vehicles/four-ids.ts'
import { startDealership } from './dealership.ts'
import { lookName, openPage, takeLook } from './looks.ts'
import { takePicture } from './take-picture.ts'

const folder = `${process.env.FORECOURT_PICTURES_ALL ?? process.env.FORECOURT_PICTURES ?? 'docs/pictures'}/guide`

let service: Service
test.beforeAll(async () => {
  service = await startDealership()
})
test.afterAll(() => service.close())

const plain = { locale: 'en', theme: 'light', width: 1440 } as const

/** Takes the picture of a chapter in both languages and themes; the window speaks English before and after. */
async function takeChapter(window: Page, chapter: string, open: () => Promise<void>): Promise<void> {
  for (const locale of ['en', 'uk'] as const) {
    await takeLook(window, { ...plain, locale })
    // Beside the narrow rail and below the top bar.
    await window.setViewportSize({ width: pictureSize.width + 52, height: pictureSize.height + 48 })
    await open()
    await settled(() => window.locator('main').innerText())
    const { x = 0, y = 0 } = (await window.locator('main').boundingBox()) ?? {}
    for (const theme of ['light', 'dark'] as const) {
      await window.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      const name = `${chapter}${lookName({ locale, theme, width: 1440 })}`
      await takePicture(window, `${folder}/${name}.png`, { x, y, ...pictureSize })
    }
  }
  await takeLook(window, plain)
}

const button = (window: Page, name: string | RegExp): Locator => window.getByRole('button', { name }).first()
const wizard = (window: Page) => async (): Promise<void> => {
  await openPage(window, 'imports')
  await window.getByRole('list', { name: m.word_continue() }).getByRole('button').first().click()
}

/** The same, with the rows in the place of the pane that asks about them. */
const rowsOfWizard = (window: Page) => async (): Promise<void> => {
  await wizard(window)()
  await expect(window.getByRole('grid').or(window.getByRole('treegrid'))).toBeVisible()
  const unfolded = window.locator('main .tools > [aria-pressed="true"]')
  if (await unfolded.isVisible()) await unfolded.click()
}

async function giveUp(window: Page): Promise<void> {
  await wizard(window)()
  await button(window, m.import_give_up()).click()
  await expect(button(window, m.import_give_up())).toHaveCount(0)
}

// Its photos are those of the sandbox that the app brings.
test('edit and the market', async ({ window }) => {
  await inventoryAtRest(window)
  await button(window, 'Stay in the sandbox').click()
  await inventoryAtRest(window)
  const grid = window.getByRole('grid')
  const price = await grid.getByRole('columnheader', { name: 'Price' }).getAttribute('aria-colindex')
  for (const [car, text] of [
    ['MAN TGL 2025', '26500'],
    ['Honda Accord 2026', '28800'],
    ['Nissan Rogue 2025', '29900'],
  ] as const) {
    await grid.getByRole('row').filter({ hasText: car }).locator(`[aria-colindex="${price}"]`).click()
    await window.keyboard.type(text)
    await window.keyboard.press('Enter')
  }
  await expect(button(window, 'Review 3 edits')).toBeVisible()
  await takeChapter(window, 'edit', async () => {
    await openPage(window, 'inventory')
    await grid.locator('[aria-rowindex="2"] > [aria-colindex="3"]').click()
    await grid.locator('[aria-rowindex="5"] > [aria-colindex="3"]').click({ modifiers: ['Shift'] })
  })

  await openPage(window, 'inventory')
  await grid.locator('[aria-rowindex="2"] > [aria-colindex="3"]').click()
  await grid.locator('[aria-rowindex="14"] > [aria-colindex="3"]').click({ modifiers: ['Shift'] })
  await button(window, 'Position').click()
  const dialog = window.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Compare \(/ }).click()
  await expect(window.getByText(/^Prices compared: /)).toBeVisible()
  const compared = grid
    .getByRole('row')
    .filter({ has: window.getByRole('gridcell', { name: / of ([2-9]|\d\d) / }) })
  await compared.first().locator('[aria-colindex="2"]').dblclick()
  const others = window.getByRole('complementary').getByRole('button', { name: /^Read the others/ })
  await others.click()
  await expect(others).toHaveCount(0)
  const advert = new URL(window.url()).hash.slice(2)
  await takeChapter(window, 'market', async () => {
    await openPage(window, advert)
    const heading = window.getByRole('complementary').getByText(m.search_position(), { exact: true })
    await heading.evaluate((line) => line.scrollIntoView())
  })
})

test('connect and read', async ({ window }) => {
  await takeChapter(window, 'connect', async () => {
    await openPage(window, 'settings')
    // The form stays open while the language changes.
    const user = window.getByText(m.word_user_id(), { exact: true })
    if (!(await user.isVisible())) await button(window, m.accounts_page_add()).click()
    await user.evaluate((label) => label.scrollIntoView())
  })
  await button(window, 'Cancel').click()
  await connect(window, service, 'Авто Либідь')
  await goTo(window, 'Inventory')
  await button(window, 'Find out (1 request or a few more)').click()
  await expect(button(window, /^Read all /)).toBeVisible()
  await takeChapter(window, 'read', () => openPage(window, 'inventory'))
  await goTo(window, 'Inventory')
  await button(window, /^Read all /).click()
  await inventoryAtRest(window)
})

test('a file and names', async ({ window }) => {
  const ids = await ownIds(service, 6)
  const facts = await Promise.all(ids.map((id) => service.control.advert(id)))
  const rows = facts.map(
    (fact, at) => `${ids[at]},${at === 2 ? 'free' : Math.round((fact?.price ?? 0) * 0.98)},${fact?.currency}`,
  )
  await bringFile(window, { name: 'ціни.csv', text: ['auto_id,price,currency', ...rows].join('\n') })
  await takeChapter(window, 'file', rowsOfWizard(window))
  await giveUp(window)
  await bringTwelveCars(window, service, {
    take: (target) => target.click(),
    picture: async () => {
      await takeChapter(window, 'names', wizard(window))
      await wizard(window)()
    },
  })
})

test('a whole stock', async ({ window }) => {
  const salon = await startService(5)
  await connect(window, salon, 'Салон')
  await readStock(window)
  const car = (key: number, price: number): string => `A-${100 + key},${fourCells(60 + 30 * key)},${price}`
  const stock = (prices: readonly (readonly [number, number])[]): string =>
    ['Код,marka_id,model_id,base_id,equip_id,Ціна $', ...prices.map(([key, price]) => car(key, price))].join(
      '\n',
    )
  const bring = async (day: number, text: string): Promise<void> => {
    await goTo(window, 'Import')
    const buffer = Buffer.from(text)
    const name = `stock-2026-11-${day}.csv`
    await window.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
    await expect(button(window, 'Continue to columns')).toBeEnabled()
  }
  const six = [0, 1, 2, 3, 4, 5].map((key) => [key, 20_000 + key * 1_000] as const)
  await bring(20, stock(six))
  await window.getByRole('radio', { name: 'My whole stock' }).click()
  await button(window, 'Continue to columns').click()
  for (const [label, option] of [
    ['Column with your stock numbers', 'Код'],
    ['Cars that the file lacks', 'Mark as not in stock'],
  ] as const) {
    await window.getByRole('combobox', { name: new RegExp(`^${label}`) }).click()
    await window.getByRole('listbox', { name: label }).getByRole('option', { name: option }).click()
  }
  await button(window, 'Check the rows').click()
  await button(window, /^Send 6 rows as /).click()
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()
  // The new adverts are read, which says what they are called.
  await goTo(window, 'Inventory')
  await window.keyboard.press('F5')
  await expect(window.getByRole('grid').getByText('A-105')).toBeVisible()
  await inventoryAtRest(window)
  await bring(
    21,
    stock([...six.slice(1).map(([key, price]) => [key, price - 300 * (key % 3)] as const), [6, 31_500]]),
  )
  await button(window, 'Continue to columns').click()
  await button(window, 'Check the rows').click()
  await expect(window.getByLabel('Cars of the plan')).toBeVisible()
  await takeChapter(window, 'stock', async () => {
    await rowsOfWizard(window)()
    const plan = window.getByLabel(m.stock_plan_grid())
    await plan.evaluate((grid) => grid.scrollIntoView({ block: 'end' }))
  })
  await giveUp(window)
  await goTo(window, 'Settings')
  await button(window, 'Use the account Авто Либідь').click()
  await expect(window.getByRole('banner').getByText('Авто Либідь')).toBeVisible()
  await salon.close()
})

test('rows that are not confirmed, and orders', async ({ window }) => {
  const cars = [18_300, 21_700, 24_900].map((price, at) => `${fourCells(at * 3)},USD,${price}`)
  await service.control.addFault({ kind: 'drop-after-commit', method: 'POST', count: 1 })
  await bringFile(window, {
    name: 'нові авто.csv',
    text: ['marka_id,model_id,base_id,equip_id,currency_id,price', ...cars].join('\n'),
  })
  await send(window, 3)
  await expect(window.getByRole('grid').getByText('Not confirmed')).toBeVisible()
  const batch = new URL(window.url()).hash.slice(2)
  await takeChapter(window, 'doubt', () => openPage(window, batch))

  await goTo(window, 'Orders')
  await button(window, 'Refresh').click()
  await expect(window.getByRole('grid', { name: 'Orders' }).getByRole('row').nth(1)).toBeVisible()
  await takeChapter(window, 'orders', () => openPage(window, 'orders'))
})
