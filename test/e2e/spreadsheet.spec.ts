import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { serviceOfFile } from './file-service.ts'
import { goTo, ownIds, readStock, send } from './service.ts'
import { xlsxOf } from '../main/import/sheet/xlsx-file.ts'

const service = serviceOfFile({ account: 'Автоцентр' })

test('a workbook with titles, totals and no currency becomes edits that are seen before', async ({
  window,
}) => {
  await readStock(window)
  const ids = await ownIds(service, 2)
  const rows = [
    ['Прайс-лист салону «Автоцентр»'],
    ['станом на', { xml: '<c r="@" s="1"><v>46347</v></c>' }],
    ['ID оголошення', 'Ціна', 'Опис для сайту'],
    ...ids.map((id) => [id, 9_100.5, 'Новий опис']),
    ['Разом', 18_201],
  ]
  const buffer = xlsxOf([
    { name: 'Довідка', rows: [['ID оголошення', 'Ціна'], ...ids.map((id) => [id, 9_000])] },
    { name: 'Склад', rows },
  ])
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await goTo(window, 'Import')
  await window.locator('input[type=file]').setInputFiles({ name: 'склад.xlsx', mimeType, buffer })

  // The first sheet is not the one.
  await window.getByRole('combobox', { name: /^Sheet/ }).click()
  await window.getByRole('option', { name: 'Склад' }).click()
  await expect(window.getByText('Read from the sheet “Склад”, header in row 3.')).toBeVisible()
  await expect(window.getByRole('row', { name: /header ID оголошення/ })).toBeVisible()

  // Another row is taken for the header, and the right one again, by keyboard.
  await window.getByRole('button', { name: 'Line 4: take it as the header' }).press('Enter')
  await expect(window.getByText('header in row 4.')).toBeVisible()
  await window.getByRole('button', { name: 'Line 3: take it as the header' }).press('Enter')
  await expect(window.getByText('header in row 3.')).toBeVisible()

  await window.getByRole('button', { name: 'Continue to columns' }).click()
  await window.getByLabel('Value').fill('USD')
  await window.getByRole('button', { name: 'Set for all rows' }).click()
  await expect(window.getByRole('button', { name: 'Remove Currency' })).toBeVisible()
  await window.getByRole('button', { name: 'Check the rows' }).click()
  await expect(window.getByLabel('Rows of the file')).toBeVisible()
  await expect(window.getByText('2 lines above the header are not rows (lines 1, 2)')).toBeVisible()
  await expect(window.getByText('Line 6 holds totals and is left out')).toBeVisible()
  await send(window, 2)
  await expect(window.getByText('Finished', { exact: true })).toBeVisible({ timeout: 180_000 })
  const edits = (await service.control.ledger()).filter(({ method }) => method === 'PUT')
  expect(edits.map(({ params }) => [params.price, params.currency_id])).toEqual([
    ['9100.5', '1'],
    ['9100.5', '1'],
  ])

  // The next workbook with these sheets is read from the same one, which is said and can be changed.
  await goTo(window, 'Import')
  await window.locator('input[type=file]').setInputFiles({ name: 'склад-2.xlsx', mimeType, buffer })
  const proposed = window.getByText('The sheet “Склад” is proposed because you took it last time.')
  await expect(proposed).toBeVisible()
  await expect(window.getByText('Read from the sheet “Склад”')).toBeVisible()
  await window.getByRole('combobox', { name: /^Sheet/ }).click()
  await window.getByRole('option', { name: 'Довідка' }).click()
  await expect(window.getByText('Read from the sheet “Довідка”')).toBeVisible()
  await expect(proposed).toHaveCount(0)
  await window.getByRole('button', { name: 'Discard file' }).click()
})

test('a column is found by what it holds, one with another sum is asked about, and what is missing is said', async ({
  window,
}) => {
  const ids = await ownIds(service, 2)
  const rows = ids.map((id) => `${id};9 300 $;склад 2\n`).join('')
  const text = `Прайс-лист\n№ на сайті;Продаж;Місце\n${rows}Разом;18 600 $;\n`
  await goTo(window, 'Import')
  await window
    .locator('input[type=file]')
    .setInputFiles({ name: 'склад.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const next = window.getByRole('button', { name: 'Continue to columns' })
  await expect(next).toBeEnabled()
  await next.press('Enter')
  await expect(window.getByText('auto, by its content')).toHaveCount(1)
  // Its values are prices, but its header says something else: only the person knows what.
  await expect(
    window.getByText('It is not clear which column is Price, so none is used for it: “Продаж”.'),
  ).toBeVisible()
  await window.getByRole('combobox', { name: 'Field for the column “Продаж”' }).click()
  await window.getByRole('option', { name: /^Price/ }).click()
  const check = window.getByRole('button', { name: 'Check the rows' })
  await expect(check).toBeEnabled()

  // New vehicles need more than this file has.
  const choose = async (arrow: string): Promise<void> => {
    // The list of before may still be closing.
    const choices = window.getByRole('listbox', { name: 'What does this file hold?' })
    await window.getByRole('combobox', { name: /^What does this file hold\?/ }).press('Enter')
    await expect(choices).toBeVisible()
    await window.keyboard.press(arrow)
    await window.keyboard.press('Enter')
    await expect(choices).toHaveCount(0)
  }
  await choose('ArrowDown')
  await expect(
    window.getByText('Still missing: Make, Model, Modification, Equipment. Choose their columns'),
  ).toBeVisible()
  await expect(check).toBeDisabled()
  await choose('ArrowUp')
  await check.press('Enter')
  await send(window, 2)
  await expect(window.getByText('Finished', { exact: true })).toBeVisible({ timeout: 180_000 })
  const edits = (await service.control.ledger()).filter(({ method }) => method === 'PUT')
  expect(edits.slice(-2).map(({ params }) => [params.price, params.currency_id])).toEqual([
    ['9300', '1'],
    ['9300', '1'],
  ])
})

/** Drops a file, or pastes a text, anywhere on the window. */
const bring = (window: Page, kind: 'drop' | 'paste', text: string, name = 'dropped.csv'): Promise<void> =>
  window.evaluate(
    ([event, content, file]) => {
      const data = new DataTransfer()
      if (event === 'drop') data.items.add(new File([content], file))
      else data.setData('text/plain', content)
      const init = { bubbles: true, cancelable: true }
      document.body.dispatchEvent(
        event === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer: data })
          : new ClipboardEvent('paste', { ...init, clipboardData: data }),
      )
    },
    [kind, text, name] as const,
  )

test('a file that is dropped anywhere opens, and never in the place of another one', async ({ window }) => {
  await goTo(window, 'Orders')
  await bring(window, 'drop', 'auto_id;price;currency_id\n5;100;USD\n')
  await expect(window.getByRole('heading', { name: 'dropped.csv' })).toBeVisible()
  await expect(window.getByRole('cell', { name: '100' })).toBeVisible()
  await bring(window, 'drop', 'auto_id\n6\n', 'second.csv')
  await expect(window.getByRole('heading', { name: 'second.csv' })).toBeVisible()
  await window.getByRole('button', { name: 'Discard file' }).click()
  await goTo(window, 'Activity')
  await window.getByRole('button', { name: 'Continue with dropped.csv' }).click()
  await expect(window.getByRole('cell', { name: '100' })).toBeVisible()
  await window.getByRole('button', { name: 'Discard file' }).click()
})

test('several files that are dropped together are all open, none in the place of another', async ({
  window,
}) => {
  await goTo(window, 'Orders')
  const dragTwo = (selector: string, type: 'dragover' | 'drop'): Promise<void> =>
    window.locator(selector).evaluate((target, event) => {
      const dataTransfer = new DataTransfer()
      for (const name of ['one.csv', 'two.csv'])
        dataTransfer.items.add(new File(['auto_id;price;currency_id\n5;100;USD\n'], name))
      target.dispatchEvent(new DragEvent(event, { bubbles: true, cancelable: true, dataTransfer }))
    }, type)
  const over = window.getByText('Drop the files to check them.')
  const dropTwo = async (selector: string): Promise<void> => {
    await dragTwo(selector, 'dragover')
    await expect(over).toBeVisible()
    await dragTwo(selector, 'drop')
    await expect(over).toHaveCount(0)
  }
  const open = window.getByRole('list', { name: 'Continue' })
  const files = open.getByRole('button', { name: /^Continue with/ })
  await dropTwo('body')
  await expect(files).toHaveCount(2)
  // The place for one file passes several on.
  await dropTwo('.drop')
  await expect(files).toHaveCount(4)
  for (let count = 3; count >= 0; count--) {
    await files.first().click()
    await window.getByRole('button', { name: 'Discard file' }).click()
    await expect(files).toHaveCount(count)
  }
})

test('rows that are pasted while the wizard waits become its file', async ({ window }) => {
  await goTo(window, 'Import')
  await bring(window, 'paste', 'auto_id\tprice\tcurrency_id\n7\t100\tUSD\n')
  await expect(window.getByRole('heading', { name: 'Pasted rows' })).toBeVisible()
  await expect(window.getByText('delimiter: tab')).toBeVisible()
  await window.getByRole('button', { name: 'Discard file' }).click()
  // The list is back, and takes rows again.
  await bring(window, 'paste', 'auto_id\tprice\n8\t200\n')
  await expect(window.getByRole('cell', { name: '200' })).toBeVisible()
  await window.getByRole('button', { name: 'Discard file' }).click()
})

test('a price and its currency in columns of their own are joined, seen as one change, and sent', async ({
  window,
}) => {
  // A test before may have failed, and this one have a folder of its own.
  if (
    !(await window
      .getByRole('banner')
      .getByText(/^Updated/)
      .isVisible())
  )
    await readStock(window)
  const [id = 0] = await ownIds(service, 1)
  await goTo(window, 'Import')
  const buffer = Buffer.from(`ID оголошення;Сума;Одиниця\n${id};9 400;$\n`)
  await window.locator('input[type=file]').setInputFiles({ name: 'two.csv', mimeType: 'text/csv', buffer })
  await window.getByRole('button', { name: 'Continue to columns' }).click()
  const joins = window.getByRole('region', { name: 'Join columns' })
  await joins.getByRole('heading').click()
  const choose = async (list: string, option: string): Promise<void> => {
    await joins.getByRole('combobox', { name: list }).click()
    await window
      .getByRole('listbox', { name: list })
      .getByRole('option', { name: option, exact: true })
      .click()
  }
  await expect(joins.getByRole('button', { name: 'Join', exact: true })).toBeDisabled()
  await choose('First column', 'Сума')
  await choose('Second column', 'Одиниця')
  await choose('Gives the field', 'Price')
  await expect(joins.getByText('“9 400 $”')).toBeVisible()
  await joins.getByRole('button', { name: 'Join', exact: true }).press('Enter')
  await expect(joins.getByText(/Сума \+ Одиниця → “9 400 \$”/)).toBeVisible()
  await window.getByRole('button', { name: 'Check the rows' }).click()
  const grid = window.getByLabel('Rows of the file')
  await expect(grid.getByRole('columnheader', { name: 'Одиниця · Price' })).toBeVisible()
  await expect(grid.getByText(/→ \$9,400/)).toHaveCount(1)
  await send(window, 1)
  await expect(window.getByText('Finished', { exact: true })).toBeVisible()
  expect(await service.control.advert(id)).toMatchObject({ price: 9_400, currency: 1 })
})
