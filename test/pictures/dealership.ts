import type { Page } from '@playwright/test'
import { fourCells } from '../sandbox/vehicles/four-ids.ts'
import { expect } from '../e2e/app.ts'
import {
  bringFile,
  connect,
  goTo,
  ownIds,
  readStock,
  send,
  sendEdits,
  startService,
  type Service,
} from '../e2e/service.ts'
import { settled } from '../e2e/settled.ts'

/** A service with the stock of a middling dealer, or of a smaller one: three in ten of the adverts. */
export const startDealership = (adverts = 900): Promise<Service> =>
  startService(adverts, undefined, { ownShare: 30, seed: 5 })

/**
 * A morning's work: prices from a file of which some are refused, cars whose answer was lost, edits, prices compared.
 * @param prices how many the file has
 */
export async function workOneMorning(window: Page, service: Service, prices = 40): Promise<void> {
  await connect(window, service, 'Авто Либідь')
  await readStock(window)
  await pricesFromFile(window, service, prices)
  await lostAnswers(window, service)
  await oneEditTakenBack(window)
  await readsOfBuyers(window)
  await editSome(window)
}

async function pricesFromFile(window: Page, service: Service, count: number): Promise<void> {
  const ids = await ownIds(service, count)
  const facts = await Promise.all(ids.map((id) => service.control.advert(id)))
  const rows = facts.flatMap((fact, at) =>
    fact ? [`${ids[at]},${fact.currency},${Math.round((fact.price * 0.98) / 10) * 10}`] : [],
  )
  await service.control.addFault({ kind: 'status', status: 422, method: 'PUT', count: 2 })
  await bringFile(window, {
    name: 'прайс листопад.csv',
    text: ['auto_id,currency_id,price', ...rows].join('\n'),
  })
  await send(window, rows.length)
  await expect(window.getByText('Finished with errors')).toBeVisible()
}

async function lostAnswers(window: Page, service: Service): Promise<void> {
  const cars = [18_300, 21_700].map((price, at) => `${fourCells(at * 3)},USD,${price}`)
  await service.control.addFault({ kind: 'drop-after-commit', method: 'POST', count: 1 })
  await bringFile(window, {
    name: 'нові авто.csv',
    text: ['marka_id,model_id,base_id,equip_id,currency_id,price', ...cars].join('\n'),
  })
  await send(window, 2)
  await expect(window.getByText(/^Finished/)).toBeVisible()
}

async function oneEditTakenBack(window: Page): Promise<void> {
  await goTo(window, 'Inventory')
  const grid = window.getByRole('grid', { name: 'Inventory' })
  await settled(() => grid.innerText())
  const price = await grid.getByRole('columnheader', { name: 'Price' }).getAttribute('aria-colindex')
  await grid.locator(`[aria-rowindex="9"] > [aria-colindex="${price}"]`).click()
  await window.keyboard.type('17700')
  await window.keyboard.press('Enter')
  await window.getByRole('button', { name: 'Review 1 edit' }).click()
  await sendEdits(window, 'Send edits of 1 advert')
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()
  await window.getByRole('button', { name: 'Undo…' }).click()
  await window.getByRole('button', { name: 'Send 1 row' }).click()
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()
}

async function readsOfBuyers(window: Page): Promise<void> {
  await goTo(window, 'Orders')
  await window.getByRole('button', { name: 'Refresh', exact: true }).first().click()
  await expect(window.getByRole('grid', { name: 'Orders' }).getByRole('row').nth(1)).toBeVisible()
  await goTo(window, 'Calls')
  await window.getByRole('button', { name: 'Read the calls (1 request)' }).click()
  await expect(window.getByRole('grid', { name: 'Calls of buyers' }).getByRole('row').nth(1)).toBeVisible()
}

/** Some prices are compared with the market and changed, and one advert is open. */
export async function editSome(window: Page): Promise<void> {
  await goTo(window, 'Inventory')
  const grid = window.getByRole('grid', { name: 'Inventory' })
  await settled(() => grid.innerText())
  await grid.getByRole('row').nth(1).click()
  await grid
    .getByRole('row')
    .nth(8)
    .click({ modifiers: ['Shift'] })
  await window.getByRole('button', { name: 'Position', exact: true }).click()
  const dialog = window.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Compare \(/ }).click()
  await expect(window.getByText(/^Prices compared: /)).toBeVisible()
  const price = await grid.getByRole('columnheader', { name: 'Price' }).getAttribute('aria-colindex')
  for (const [row, text] of [
    [3, '58500'],
    [5, '29800'],
    [6, '35250'],
  ] as const) {
    await grid.locator(`[aria-rowindex="${row}"] > [aria-colindex="${price}"]`).click()
    await window.keyboard.type(text)
    await window.keyboard.press('Enter')
  }
  await grid.locator('[aria-rowindex="4"] > [aria-colindex="2"]').dblclick()
  await expect(window.getByRole('complementary')).toBeVisible()
}
