import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { serviceOfFile } from './file-service.ts'
import { runAction } from './keys.ts'
import { bringFile, goTo, ownIds, sayYes, send, yesButton } from './service.ts'

const service = serviceOfFile({ adverts: 40, account: 'Автоцентр', isRead: true })

const list = (window: Page) => window.getByRole('grid', { name: 'What was done, newest first' })
/** The header, the head of the day, and one thing that was done. */
const rowsOfOne = '3'
/** What sending takes, as it is said before. */
const announced = (window: Page, requests: number) =>
  expect(window.getByText(`${requests} requests to the service`)).toBeVisible()
/** What it took, once what was sent is read again. */
async function counted(window: Page, name: string, requests: number): Promise<void> {
  const header = list(window).getByRole('columnheader', { name: 'Requests' })
  const column = await header.getAttribute('aria-colindex')
  const row = list(window).getByRole('row').filter({ hasText: name })
  await expect(row.locator(`[aria-colindex="${column}"]`)).toHaveText(String(requests))
}
const finished = (window: Page) => window.getByText('Finished', { exact: true })

test('one deletion is a short review: what goes is seen, and one button sends it', async ({ window }) => {
  await goTo(window, 'Inventory')
  const grid = window.getByRole('grid', { name: 'Inventory' })
  await grid.locator('[aria-rowindex="3"] > [aria-colindex="3"]').click()
  await runAction(window, 'Delete 1 advert')
  await expect(window.getByRole('heading', { name: /^Deletion of / })).toBeVisible()
  await expect(window.getByText(/^A deleted advert can’t be restored/)).toBeVisible()
  await expect(window.getByRole('table')).toContainText('Price')
  const deletes = async () =>
    (await service.control.ledger()).filter(({ method }) => method === 'DELETE').length
  expect(await deletes()).toBe(0)
  await announced(window, 2)
  await window.getByRole('button', { name: 'Delete 1 advert of Автоцентр' }).click()
  await expect(finished(window)).toBeVisible()
  expect(await deletes()).toBe(1)
  await expect(window.getByRole('heading', { name: /^Deletion of / })).toBeVisible()
})

test('one edit is a short review: old and new on one screen, and one button sends it', async ({ window }) => {
  await goTo(window, 'Inventory')
  const grid = window.getByRole('grid', { name: 'Inventory' })
  const price = await grid.getByRole('columnheader', { name: 'Price' }).getAttribute('aria-colindex')
  const edited = async (row: number, text: string): Promise<void> => {
    await grid.locator(`[aria-rowindex="${row}"] > [aria-colindex="${price}"]`).click()
    await window.keyboard.type(text)
    await window.keyboard.press('Enter')
  }
  const puts = async () => (await service.control.ledger()).filter(({ method }) => method === 'PUT').length
  await edited(4, '12345')
  await window.getByRole('button', { name: 'Review 1 edit' }).click()
  const edits = window.getByRole('table', { name: 'Unsent edits' })
  await expect(edits).toContainText('$12,345')
  await expect(edits).toContainText('%')
  await expect(window.getByRole('grid')).toHaveCount(0)
  await expect(window.getByRole('button', { name: 'Changed since' })).toHaveCount(0)
  await expect(window.getByText('To the account Автоцентр.')).toBeVisible()
  // A value is dropped by itself, and nothing is left to review.
  await edits.getByRole('button', { name: 'Drop this edit' }).click()
  await expect(window.getByText('No unsent edits')).toBeVisible()
  // Two adverts are a list.
  await goTo(window, 'Inventory')
  await edited(4, '12345')
  await edited(5, '12345')
  await window.getByRole('button', { name: 'Review 2 edits' }).click()
  await expect(window.getByRole('grid', { name: 'Unsent edits' })).toBeVisible()
  await goTo(window, 'Inventory')
  await grid.focus()
  await window.keyboard.press('ControlOrMeta+z')
  await window.getByRole('button', { name: 'Review 1 edit' }).click()
  await expect(edits).toBeVisible()
  const asked = yesButton(window)
  const send = window.getByRole('button', { name: 'Send edits of 1 advert' })
  await expect(send.or(asked).first()).toBeVisible()
  await expect(window.getByText('Checking the edits…')).toHaveCount(0)
  if ((await asked.count()) > 0) await asked.click()
  await announced(window, 3)
  expect(await puts()).toBe(0)
  await send.click()
  await expect(finished(window)).toBeVisible()
  expect(await puts()).toBe(1)
  await expect(window.getByRole('heading', { name: /^Price of / })).toBeVisible()
})

test('what was done is named by what it did, and a click leads to the rows that want a person', async ({
  window,
}) => {
  // As many as were announced; the edited advert is read once more before it is written again.
  await goTo(window, 'Activity')
  await counted(window, 'Deletion of', 2)
  await counted(window, 'Price of', 3)
  const ids = await ownIds(service, 3)
  const text = ['auto_id,currency_id,price', ...ids.map((id, at) => `${id},1,${4_321 + at}`)].join('\n')
  await service.control.addFault({ kind: 'status', status: 422, method: 'PUT', count: 1 })
  await bringFile(window, { name: 'нові ціни.csv', text })
  await sayYes(window)
  await announced(window, 9)
  await send(window, 3)
  await expect(window.getByText('Finished with errors')).toBeVisible()

  await goTo(window, 'Activity')
  await expect(list(window).getByRole('row', { name: /^Today, / })).toBeVisible()
  await expect(list(window)).toContainText('3 prices')
  await expect(list(window)).toContainText('нові ціни.csv')
  await expect(list(window)).toContainText('In the app')
  const prices = list(window).getByRole('row').filter({ hasText: '3 prices' })
  // But for the refused row: it is not read once more.
  await counted(window, '3 prices', 8)
  // So are three adverts, of which one is told by the state and is not among those that are done.
  const adverts = await list(window)
    .getByRole('columnheader', { name: 'Adverts' })
    .getAttribute('aria-colindex')
  await expect(prices.locator(`[aria-colindex="${adverts}"]`)).toHaveText('3')
  await expect(prices).toContainText('1 failed')
  await expect(prices).toContainText('2 of 3')
  const kinds = window.getByRole('group', { name: 'Kind' })
  await kinds.getByRole('button', { name: 'Deletions' }).click()
  await expect(list(window)).toHaveAttribute('aria-rowcount', rowsOfOne)
  await expect(list(window)).toContainText('Deletion of')
  await kinds.getByRole('button', { name: 'Needs you' }).click()
  await expect(list(window)).toHaveAttribute('aria-rowcount', rowsOfOne)
  await window.reload()
  await expect(list(window)).toHaveAttribute('aria-rowcount', rowsOfOne)
  await list(window).getByRole('button', { name: 'Show 1 failed' }).click()
  const rows = window.getByRole('grid', { name: 'Rows of the import' })
  await expect(rows).toHaveAttribute('aria-rowcount', '2')
  await expect(window.getByRole('button', { name: /^Failed/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(rows).toContainText('Fix the row and import it again.')
})

test('the head of a day folds it by a click, and unfolds it by Enter', async ({ window }) => {
  await goTo(window, 'Activity')
  await window.getByRole('group', { name: 'Kind' }).getByRole('button', { name: /^All/ }).click()
  const head = list(window).getByRole('row', { name: /^Today, / })
  await expect(list(window)).toHaveAttribute('aria-rowcount', '5')
  await expect(head).not.toContainText('items')
  await head.getByRole('button', { expanded: true }).click()
  await expect(list(window)).toHaveAttribute('aria-rowcount', '2')
  await expect(head).toContainText('3 items')
  await list(window).focus()
  await window.keyboard.press('ArrowDown')
  await window.keyboard.press('Enter')
  await expect(list(window)).toHaveAttribute('aria-rowcount', '5')
  await expect(head).not.toContainText('items')
})

test('the list is narrowed to where things come from, in its address too, and the menu of a row goes to its rows and takes back', async ({
  window,
}) => {
  await goTo(window, 'Activity')
  const from = window.getByRole('combobox', { name: 'From where' })
  await from.click()
  await window.getByRole('option', { name: 'нові ціни.csv (1)' }).click()
  await expect(list(window)).toHaveAttribute('aria-rowcount', rowsOfOne)
  await expect(list(window)).toContainText('3 prices')
  await window.reload()
  await expect(list(window)).toHaveAttribute('aria-rowcount', rowsOfOne)
  await expect(from).toContainText('нові ціни.csv')

  // By the pointer: the button at the end of the row.
  const prices = list(window).getByRole('row').filter({ hasText: '3 prices' })
  await prices.getByRole('button', { name: 'What to do with “3 prices”' }).click()
  await window.getByRole('menuitem', { name: 'Show all rows' }).click()
  await expect(window.getByRole('grid', { name: 'Rows of the import' })).toHaveAttribute('aria-rowcount', '4')
  await window.goBack()
  await expect(prices).toBeVisible()

  // By the keys: the same lines are in the menu of the row.
  await prices.getByRole('gridcell').first().click()
  await window.keyboard.press('Shift+F10')
  const download = window.waitForEvent('download')
  await window.getByRole('menuitem', { name: 'Download the report' }).click()
  // Its name isn't looked at: a browser without a locale calls every file with other letters "download".
  const report = await readFile(await (await download).path(), 'utf8')
  expect(report.trim().split('\n')).toHaveLength(4)
  await prices.getByRole('button', { name: 'What to do with “3 prices”' }).click()
  await window.getByRole('menuitem', { name: 'Undo…' }).click()
  await expect(window.getByRole('heading', { name: 'Undo: 2 prices' })).toBeVisible()
  await announced(window, 6)
  await window.getByRole('button', { name: 'Send 2 rows' }).click()
  await expect(finished(window)).toBeVisible()
  await goTo(window, 'Activity')
  await expect(from).toContainText('From everywhere')
  await from.click()
  await window.getByRole('option', { name: 'Undo (1)' }).click()
  await expect(list(window)).toHaveAttribute('aria-rowcount', rowsOfOne)
  await from.click()
  await window.getByRole('option', { name: 'From everywhere' }).click()
  await expect(list(window).getByRole('row').filter({ hasText: 'нові ціни.csv' })).toContainText('1 failed')
})
