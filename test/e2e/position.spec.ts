import type { Locator } from '@playwright/test'
import { quirkNames } from '../../src/sandbox/control/quirks.ts'
import { expect, test } from './app.ts'
import { escape } from './keys.ts'
import {
  bringFile,
  connect,
  goTo,
  inventoryAtRest,
  readStock,
  startService,
  type Service,
} from './service.ts'

const siteAddress = 'https://site.example/search/?brand.id[0]=9&year[0].gte=2018&colour=red'
let service: Service
test.beforeAll(async () => {
  // Enough for cars to have others like them.
  service = await startService(4_000, undefined, { ownShare: 1 })
})
test.afterAll(() => service.close())

test('positions of selected prices are read at a known cost, shown, sorted, filtered and kept', async ({
  app,
  window,
}) => {
  await connect(window, service, 'Prices')
  await readStock(window)
  await inventoryAtRest(window)
  await service.control.setQuirks(quirkNames)
  await service.control.clearRequests()
  const grid = window.getByRole('grid', { name: 'Inventory' })
  // As long as nothing was compared there is no column that would say nothing.
  const column = grid.getByRole('columnheader', { name: 'Among similar' })
  await expect(grid.getByRole('columnheader', { name: 'Title' })).toBeVisible()
  await expect(column).toHaveCount(0)
  // Two clicks compare the whole list; six more lower the three dearest prices, as below.
  await window.getByRole('button', { name: 'Compare prices with the market…' }).click()
  await expect(window.getByRole('button', { name: /^Compare \([\d,]+ requests at most\)$/ })).toBeVisible()
  await escape(window)
  await grid.getByRole('row').nth(1).click()
  await grid
    .getByRole('row')
    .nth(3)
    .click({ modifiers: ['Shift'] })
  await window.getByRole('button', { name: 'Position', exact: true }).click()
  const dialog = window.getByRole('dialog', { name: 'Compare these 3 with the market' })
  await expect(dialog.getByText('28 requests to the service')).toBeVisible()
  expect((await service.control.requests())['GET /auto/search']).toBeUndefined()
  await dialog.getByRole('button', { name: 'Compare (28 requests at most)' }).click()
  // It goes on behind the page, and ends with the dearest first; what was selected stays so.
  await expect(dialog).toHaveCount(0)
  await expect(window.getByText('Prices compared: 3 of 3.')).toBeVisible()
  expect((await service.control.requests())['GET /auto/search']).toBeLessThanOrEqual(28)
  await expect(column).toBeVisible()
  await expect(grid.getByText(/^\d+\/\d+$|^few · \d$|^none similar$/)).toHaveCount(3)
  await expect(grid.getByRole('columnheader', { name: 'Against median' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await expect(window.getByText('3 selected')).toBeVisible()

  await window.getByRole('button', { name: 'Filter', exact: true }).click()
  const popover = window.getByRole('dialog', { name: 'Filter' })
  await popover.getByRole('combobox', { name: 'Filter by' }).click()
  await window.getByRole('option', { name: 'Among similar, % cheaper' }).click()
  await popover.getByLabel('To').fill('101')
  await popover.getByRole('button', { name: 'Apply' }).click()
  await expect(popover.getByText('Type a number')).toBeVisible()
  await popover.getByLabel('To').fill('100')
  await popover.getByRole('button', { name: 'Apply' }).click()
  await expect(window.getByText('Among similar: 0–100 % are cheaper')).toBeVisible()
  // So few similar cars say nothing of a price.
  const ranked = await grid.getByText(/^\d+\/\d+$/).count()
  await expect(grid.getByRole('row')).toHaveCount(ranked + 1)
  await expect(grid.getByText(/^few/)).toHaveCount(0)

  const again = await app.restart()
  await goTo(again, 'Inventory')
  await expect(again.getByRole('columnheader', { name: 'Among similar' })).toBeVisible()
  await expect(
    again.getByRole('grid', { name: 'Inventory' }).getByText(/^\d+\/\d+$|^few · \d$|^none similar$/),
  ).toHaveCount(3)
})

test('the column of compared prices stays hidden once a person has hidden it', async ({ app }) => {
  const { window } = app
  const column = window.getByRole('columnheader', { name: 'Among similar' })
  const check = async (yes: boolean): Promise<void> => {
    await window.getByRole('button', { name: 'Columns', exact: true }).click()
    await window.getByRole('checkbox', { name: 'Among similar' }).setChecked(yes)
    await escape(window)
  }
  await goTo(window, 'Inventory')
  await check(false)
  await expect(column).toHaveCount(0)
  await goTo(window, 'Today')
  await goTo(window, 'Inventory')
  await expect(window.getByRole('columnheader', { name: 'Title' })).toBeVisible()
  await expect(column).toHaveCount(0)
  await check(true)
  await expect(column).toBeVisible()
})

test('the check of a file shows a car whose price was compared with its photo, and where old and new price stand', async ({
  window,
}) => {
  await goTo(window, 'Inventory')
  const compared = window.getByRole('grid', { name: 'Inventory' }).getByRole('row').nth(1)
  const [id] = /\d{8,}/.exec(await compared.innerText()) ?? []
  const { price = 0 } = (await service.control.advert(Number(id))) ?? {}
  await service.control.clearRequests()
  const text = `auto_id,currency_id,price\n${id},USD,${Math.round(price * 0.9)}\n${id},USD,x\n`
  await bringFile(window, { name: 'lower.csv', text })
  await window.getByRole('gridcell', { name: / → \$/ }).click()
  const pane = window.locator('aside').filter({ has: window.getByRole('heading', { name: 'Line 2' }) })
  const photo = pane.getByRole('img', { name: /^Photo of / })
  await expect(photo.or(pane.getByText(/^(The photo did not load|No photo)$/))).toBeVisible()
  await expect(pane.getByText(/similar cars?$/)).toBeVisible()
  await expect(pane.getByRole('img', { name: /^This car \$/ })).toContainText('new $')
  expect(await service.control.requests()).toEqual({})
  await window.getByRole('button', { name: 'Discard file' }).click()
})

test('the position of one price, and of a planned one, is read in the pane with its caveats', async ({
  app,
}) => {
  const { window } = app
  await goTo(window, 'Inventory')
  await window.getByRole('grid').getByRole('row').nth(1).dblclick()
  const part = window
    .locator('section')
    .filter({ has: window.getByRole('heading', { name: 'Price among similar cars' }) })
  await part.getByText('Which cars are compared').press('Enter')
  await part.getByRole('checkbox', { name: 'Its gearbox only' }).uncheck()
  await service.control.clearRequests()
  await part.getByRole('button', { name: /^Compare again \(9 requests at most\)/ }).click()
  // What was read before is shown until the answer is there.
  await expect.poll(async () => (await service.control.requests())['GET /auto/search']).toBeGreaterThan(0)
  const summary = part.getByText(
    /of \d+ similar cars, dearer than \d+|^Dearer than \d+ of|^Only one such car/,
  )
  await expect(summary).toBeVisible()
  await expect(part.getByText('The service’s counts do not give a median')).toBeVisible()
  const chips = part.getByRole('list', { name: 'Similar cars' })
  await expect(chips.getByRole('listitem').first()).toHaveText(/^[A-ZА-ЯЇІЄ]/)
  await expect(chips).not.toContainText('=')
  await expect(part.getByRole('img', { name: /^This car/ })).toBeVisible()
  await part.getByLabel('Planned price, US dollars').fill('1')
  await part.getByRole('button', { name: /^Compare again/ }).click()
  await expect(
    part.getByText(/(^| )[Dd]earer than 0( of|$)|^Only one such car|^No similar car is on sale/),
  ).toBeVisible()
  await part.getByLabel('Planned price, US dollars').fill('abc')
  await expect(part.getByRole('button', { name: /^Compare/ })).toBeDisabled()
  await part.getByLabel('Planned price, US dollars').fill('')
  await part.getByRole('checkbox', { name: 'Its gearbox only' }).check()
})

test('a price is moved by a step or to the median as an edit, old → new, which can be dropped again', async ({
  app,
}) => {
  const { window } = app
  await goTo(window, 'Inventory')
  await window.getByRole('grid').getByRole('row').nth(1).dblclick()
  const part = window
    .locator('section')
    .filter({ has: window.getByRole('heading', { name: 'Price among similar cars' }) })
  const step = part.getByRole('button', { name: '−2 %', exact: true })
  const to = /^To (.*); sent only/.exec((await step.getAttribute('title')) ?? '')?.[1] ?? ''
  expect(to).toMatch(/\d/)
  await service.control.clearRequests()
  await step.click()
  await expect(part.getByRole('status')).toContainText(`→ ${to}`)
  await expect(window.getByRole('textbox', { name: 'Price', exact: true })).toHaveValue(
    to.replaceAll(/\D/g, ''),
  )
  await expect(window.getByRole('button', { name: 'Review 1 edit' })).toBeVisible()
  // Two quick clicks are two steps.
  await part.getByRole('button', { name: 'Keep the old price' }).click()
  await expect(part.getByRole('status')).toHaveCount(0)
  const once = Number(to.replaceAll(/\D/g, ''))
  await step.dblclick()
  await expect(window.getByRole('textbox', { name: 'Price', exact: true })).toHaveValue(
    String(Math.round(once * 0.98)),
  )
  // What was typed for one advert says nothing of the next.
  await part.getByLabel('Planned price, US dollars').fill('12345')
  await window.getByRole('grid').getByRole('row').nth(2).click()
  await expect(part.getByLabel('Planned price, US dollars')).toHaveValue('')
  await window.getByRole('grid').getByRole('row').nth(1).click()
  const median = part.getByRole('button', { name: /^Set to median/ })
  if (await median.isVisible()) {
    const sum = /Set to median (.*)$/.exec((await median.textContent())?.trim() ?? '')?.[1] ?? ''
    await median.click()
    await expect(part.getByRole('status')).toContainText(`→ ${sum}`)
    await expect(part.getByText(/^The new price is 100 % of the median/)).toBeVisible()
    await expect(median).toBeDisabled()
  }
  await part.getByRole('button', { name: 'Keep the old price' }).click()
  await expect(part.getByRole('status')).toHaveCount(0)
  await expect(window.getByRole('button', { name: /^Review \d+ edit/ })).toHaveCount(0)
  expect((await service.control.requests())['PUT /auto/new/autos']).toBeUndefined()
})

test('cars are compared, and the three dearest prices lowered by 2 % and sent in eight clicks', async ({
  app,
}) => {
  const { window } = app
  await service.control.setQuirks([])
  await goTo(window, 'Inventory')
  await window.getByRole('complementary').getByRole('button', { name: 'Close' }).first().click()
  const grid = window.getByRole('grid', { name: 'Inventory' })
  const row = (at: number): Locator => grid.getByRole('row').nth(at)
  await service.control.clearRequests()
  await goTo(window, 'Today')
  let clicks = 0
  const click = async (target: Locator, modifiers: readonly 'Shift'[] = []): Promise<void> => {
    clicks += 1
    await target.click({ modifiers: [...modifiers] })
  }
  await click(window.getByRole('button', { name: /^Compare \d+…/ }))
  await click(window.getByRole('dialog').getByRole('button', { name: /^Compare \(/ }))
  await expect(window.getByText(/^Prices compared: (\d+) of \1\./)).toBeVisible()
  const over = grid.getByRole('columnheader', { name: 'Against median' })
  await expect(over).toHaveAttribute('aria-sort', 'descending')
  await expect(row(1)).toContainText(/%/)
  await click(row(1).locator('.check'))
  await click(row(3).locator('.check'), ['Shift'])
  await click(window.getByRole('button', { name: 'Price…' }))
  await click(window.getByRole('dialog').getByRole('button', { name: 'Change 3 adverts' }))
  await click(window.getByRole('button', { name: 'Review 3 edits' }))
  await expect(window.getByText(/^3 edits: 3 prices down, .*−2 % on average/)).toBeVisible()
  await click(window.getByRole('button', { name: 'Send edits of 3 adverts' }))
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()
  expect(clicks).toBeLessThanOrEqual(8)
  expect((await service.control.requests())['PUT /auto/new/autos']).toBe(3)
  await service.control.setQuirks(quirkNames)
})

test('an address of the site fills the form, the form goes back to the site, also without the service', async ({
  app,
}) => {
  const { window } = app
  await goTo(window, 'Market')
  const form = window.getByRole('form', { name: 'Filters' })
  const details = form.getByText('Address of the web site')
  await expect(details).toBeVisible()
  if (!(await form.getByLabel('Paste an address or query').isVisible())) await details.click()
  await form.getByLabel('Paste an address or query').fill(siteAddress)
  await form.getByRole('button', { name: 'Fill in' }).click()
  await expect(form.getByText('colour=red')).toBeVisible()
  await expect(form.getByLabel('Make', { exact: true })).toContainText('BMW')
  await expect(form.getByLabel('Year from')).toHaveValue('2018')
  await expect(form.getByRole('button', { name: 'Open on the site' })).toBeEnabled()
  await service.close()
  await form.getByLabel('Paste an address or query').fill('brand.id[0]=6&year[0].gte=2015&x=1&x=2')
  await form.getByRole('button', { name: 'Fill in' }).click()
  await expect(form.getByText('x=1')).toBeVisible()
  await expect(form.getByText(/table of the/)).toBeVisible()
  await expect(form.getByLabel('Year from')).toHaveValue('2015')
})
