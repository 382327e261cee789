import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { LinkAnswers } from '../../src/main/batch/journal/link-answers.ts'
import { expect, test } from './app.ts'
import { fourCells } from '../sandbox/vehicles/four-ids.ts'
import { bringFile, goTo, inventoryAtRest } from './service.ts'

const grid = (window: Page): Locator => window.getByRole('grid')
const rowCount = async (window: Page): Promise<number> =>
  Number(await grid(window).getAttribute('aria-rowcount')) - 1
const row = (window: Page, at: number): Locator => grid(window).locator(`[aria-rowindex="${at + 1}"]`)
const part = (window: Page): Locator => window.getByRole('region', { name: 'Stock number' })

/** Opens the advert of a row, and the dialog that links a number to it. */
async function askForNumber(window: Page, at: number): Promise<Locator> {
  await row(window, at).dblclick()
  await part(window).getByRole('button', { name: 'Link a stock number…' }).click()
  return window.getByRole('dialog', { name: 'Link a stock number' })
}

/** What a file that had the number gave to the price, of which the advert shows another one. */
function giveByFile(dataDir: string, key: string): void {
  const journal = new DatabaseSync(join(dataDir, 'journal.db'))
  try {
    const link = journal.prepare('SELECT account_id AS accountId FROM links WHERE key = ?').get(key)
    const { accountId } = z.object({ accountId: z.string() }).parse(link)
    new LinkAnswers(journal).note(accountId, [
      { key, field: 'price', given: 24_900, shown: 24_900 },
      { key, field: 'currency_id', given: 1, shown: 1 },
    ])
  } finally {
    journal.close()
  }
}

test.beforeAll(async ({ app }) => {
  await inventoryAtRest(app.window)
})

test('a number that is linked in the details is a column, which is searched, sorted and filtered by', async ({
  window,
}) => {
  const header = grid(window).getByRole('columnheader', { name: 'Stock no.', exact: true })
  await expect(header).toBeHidden()
  const all = await rowCount(window)
  const first = await askForNumber(window, 1)
  await first.getByLabel('Stock number, as your file writes it').fill('ZW-10')
  await first.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(part(window)).toContainText('ZW-10')
  await expect(part(window)).toContainText('Linked by hand.')
  await expect(header).toBeVisible()
  await expect(row(window, 1)).toContainText('ZW-10')

  // The number of another advert is offered to be moved, and stays where it is.
  const second = await askForNumber(window, 2)
  await second.getByLabel('Stock number, as your file writes it').fill('ZW-10')
  await second.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(second).toContainText('ZW-10 is the number of the advert')
  await expect(second.getByRole('button', { name: 'Move it here' })).toBeVisible()
  await second.getByLabel('Stock number, as your file writes it').fill('ZW-9')
  await second.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(part(window)).toContainText('ZW-9')
  await expect(row(window, 1)).toContainText('ZW-10')

  const search = window.getByRole('search').getByRole('textbox')
  await search.fill('zw-9')
  await expect.poll(() => rowCount(window)).toBe(1)
  await expect(row(window, 1)).toContainText('ZW-9')
  await search.fill('zw')
  await expect.poll(() => rowCount(window)).toBe(2)
  await search.fill('')
  await expect.poll(() => rowCount(window)).toBe(all)

  await header.click()
  await expect(row(window, 1)).toContainText('ZW-9')
  await expect(row(window, 2)).toContainText('ZW-10')
  await header.click()
  await expect(row(window, 1)).toContainText('ZW-10')

  await header.click({ button: 'right' })
  await window.getByRole('menuitem', { name: /^Filter/ }).click()
  await window.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(() => rowCount(window)).toBe(2)
  await expect(window.getByRole('button', { name: /^With a stock number/ })).toBeVisible()

  // Typed and entered before any line is there.
  await window.keyboard.press('ControlOrMeta+k')
  await expect(window.getByRole('combobox', { name: 'Commands' })).toBeFocused()
  await window.getByRole('combobox', { name: 'Commands' }).evaluate((field) => {
    if (!(field instanceof HTMLInputElement)) throw new Error('no field')
    field.value = 'zw-10'
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  })
  await expect(part(window)).toContainText('ZW-10')
  await expect(window.getByRole('dialog')).toBeHidden()
})

test('a field that the file owns is pinned, and the link is cut after its consequences are said', async ({
  app,
  window,
}) => {
  await row(window, 2).dblclick()
  await expect(part(window)).toContainText('ZW-9')
  giveByFile(app.dataDir, 'ZW-9')
  await row(window, 1).dblclick()
  await expect(part(window)).toContainText('ZW-10')
  await row(window, 2).dblclick()
  await expect(part(window)).toContainText('The file says: 24,900 USD')
  await expect(part(window)).toContainText('Changed by hand: 29,100 USD')
  const pin = part(window).getByRole('button', { name: 'Pin Price: the file no longer changes it' })
  await expect(pin).toHaveAttribute('aria-pressed', 'false')
  await pin.click()
  await expect(pin).toHaveAttribute('aria-pressed', 'true')
  await expect(part(window)).toContainText('Pinned: the file no longer changes it')

  await part(window).getByRole('button', { name: 'Move…' }).click()
  const move = window.getByRole('dialog', { name: 'Move ZW-9 to another advert' })
  await move.getByLabel('Id of the other advert').fill('123')
  await move.getByRole('button', { name: 'Move' }).click()
  await expect(move).toContainText('You have no such advert: 123')
  await move.getByRole('button', { name: 'Cancel' }).click()

  await part(window).getByRole('button', { name: 'Cut the link…' }).click()
  const cut = window.getByRole('dialog', { name: 'Cut the link of ZW-9?' })
  await expect(cut).toContainText('Nothing is created without asking.')
  await cut.getByRole('button', { name: 'Cut the link' }).click()
  await expect(cut).toBeHidden()
  await expect(part(window).getByRole('button', { name: 'Link a stock number…' })).toBeVisible()
  await expect.poll(() => rowCount(window)).toBe(1)
})

test('a batch of a stock file shows the numbers of its rows', async ({ app }) => {
  await app.kill()
  const file = join(app.dataDir, 'stock.csv')
  await writeFile(file, 'No,price,currency_id\nZW-10,30100,1\n')
  const stock = ['import', file, '--operation', 'stock', '--key', 'No', '--data-dir', app.dataDir]
  // The first plan of a source is looked at before anything is sent.
  for (const more of [[], ['--commit', '--yes']])
    await promisify(execFile)(process.execPath, ['out/main/cli.cjs', ...stock, ...more])
  const window = await app.restart()
  await goTo(window, 'Inventory')
  await grid(window).getByRole('gridcell', { name: 'ZW-10' }).dblclick()
  await expect(part(window)).toContainText('From the files of “stock”.')
  await expect(part(window)).toContainText('The file says: 30,100 USD')
  await goTo(window, 'Activity')
  await window.getByRole('grid').getByText('stock.csv').dblclick()
  await expect(window.getByRole('columnheader', { name: 'Stock no.' })).toBeVisible()
  await window.getByRole('gridcell', { name: 'ZW-10' }).dblclick()
  await expect(window.getByText('Stock number: ZW-10')).toBeVisible()
})

test('a list of new cars of which one is in stock asks once whether to change it', async ({ window }) => {
  const text = `Код;marka_id;model_id;base_id;equip_id;Ціна, $\nZW-10;;;;;31000\nN-1;${fourCells(60, ';')};41000\n`
  await bringFile(window, { name: 'list.csv', text })
  await expect(window.getByText('1 of these is in your stock by its stock number: change it?')).toBeVisible()
  await window.getByRole('button', { name: 'Change it' }).click()
  await expect(window.getByText(/^1 new advert; 1 edit/)).toBeVisible()
  await expect(window.getByRole('button', { name: 'Change it' })).toBeHidden()
  const rows = window.getByLabel('Rows of the file').getByRole('row')
  await expect(rows.filter({ hasText: '31,000' })).toContainText('30,100')
})
