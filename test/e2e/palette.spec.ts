import type { Page } from '@playwright/test'
import { expect, test, wholeTest } from './app.ts'
import { serviceOfFile } from './file-service.ts'
import { faults } from './axe.ts'
import { bringFile, goTo, inventoryAtRest, ownIds } from './service.ts'
import { escape, runAction } from './keys.ts'

const service = serviceOfFile({ adverts: 60, account: 'Avto Line', isRead: true })

/** Everything that the palette offers now. */
async function offered(window: Page): Promise<string[]> {
  await window.keyboard.press('ControlOrMeta+k')
  const palette = window.getByRole('dialog', { name: 'Commands' })
  await expect(palette.getByRole('option').first()).toBeVisible()
  const labels = await palette.getByRole('option').locator('.label').allInnerTexts()
  await window.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  return labels
}

test('the palette of the inventory has every action that the page and the window have', async ({
  window,
}) => {
  await inventoryAtRest(window)
  const grid = window.getByRole('grid', { name: 'Inventory' })
  const price = await grid.getByRole('columnheader', { name: 'Price' }).getAttribute('aria-colindex')
  await grid.locator(`[aria-rowindex="2"] > [aria-colindex="${price}"]`).click()
  // Two edits, one of which is undone: both ways are open.
  for (const text of ['11111', '11112']) {
    await window.keyboard.type(text)
    await window.keyboard.press('Enter')
    await expect(grid.getByRole('textbox')).toHaveCount(0)
  }
  await window.keyboard.press('ControlOrMeta+z')
  await expect(window.getByRole('button', { name: /^Review \d+ edit/ })).toContainText('1')
  const labels = await offered(window)
  for (const action of [
    'Refresh from the service',
    'Import a file',
    'New advert…',
    'New advert like this one…',
    'Delete 1 advert…',
    'Export',
    'Review and send',
    'Undo the last edit',
    'Redo the edit',
    'Save as view',
    'Add by id',
    'Dark theme',
    'Language: Українська',
    'Switch to the account Sandbox',
    'Go to: Inventory',
    'Go to: Today',
    'Go to: Activity',
    'Go to: Orders',
    'Go to: Market',
    'Go to: Settings',
  ])
    expect(labels).toContain(action)
  expect(new Set(labels).size).toBe(labels.length)
})

const palette = (window: Page) => window.getByRole('dialog', { name: 'Commands' })
const marked = (window: Page) => palette(window).locator('[role=option][aria-selected=true]')

async function type(window: Page, text: string): Promise<void> {
  await window.keyboard.press('ControlOrMeta+k')
  await expect(palette(window).getByRole('combobox')).toBeFocused()
  await window.keyboard.type(text)
}

test('a word with a slip in it finds its command, which is among the recent ones the next time', async ({
  window,
}) => {
  await type(window, 'sttings')
  await expect(marked(window)).toHaveText(/Go to: Settings/)
  await window.keyboard.press('Enter')
  await expect(window).toHaveURL(/#\/settings/)
  await window.keyboard.press('ControlOrMeta+k')
  const recent = palette(window).getByRole('group', { name: 'Recent' })
  await expect(recent.getByRole('option').first()).toHaveText(/Go to: Settings/)
  await window.keyboard.press('Escape')
  await expect(palette(window)).toBeHidden()
})

test('each action of the other pages opens its page and runs there', async ({ window }) => {
  const pages = [
    ['orders: charts', /#\/orders/, window.getByRole('button', { name: 'Charts', pressed: true })],
    ['settings add', /#\/settings/, window.getByRole('heading', { name: 'New account' })],
    ['import: new source', /#\/imports/, window.getByRole('dialog')],
    ['inventory: add', /#\/inventory/, window.getByRole('dialog', { name: /id/ })],
  ] as const
  for (const [words, address, sign] of pages) {
    await type(window, words)
    await window.keyboard.press('Enter')
    await expect(window).toHaveURL(address)
    await expect(sign).toBeVisible()
    await window.keyboard.press('Escape')
    await expect(window.getByRole('dialog')).toHaveCount(0)
  }
})

test('adverts are found by their titles, without a request', async ({ window }) => {
  await inventoryAtRest(window)
  const grid = window.getByRole('grid', { name: 'Inventory' })
  const column = await grid.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-colindex')
  const title = await grid.locator(`[aria-rowindex="2"] > [aria-colindex="${column}"]`).innerText()
  const asked = (await service.control.ledger()).length
  await type(window, title)
  const adverts = palette(window).getByRole('group', { name: 'Adverts' })
  await expect(adverts.getByRole('option').first()).toContainText(title)
  await window.keyboard.press('End')
  await window.keyboard.press('Enter')
  await expect(window).toHaveURL(/#\/inventory\?.*id=\d/)
  await expect(window.getByRole('complementary').getByRole('heading').first()).toBeVisible()
  await escape(window)
  expect(await service.control.ledger()).toHaveLength(asked)
})

wholeTest('sorting, filters and columns of the inventory are commands', async ({ window }) => {
  await inventoryAtRest(window)
  const grid = window.getByRole('grid', { name: 'Inventory' })
  await type(window, 'sort by year largest')
  await window.keyboard.press('Enter')
  await expect(grid.getByRole('columnheader', { name: 'Year' })).toHaveAttribute('aria-sort', 'descending')
  await type(window, 'hide column year')
  await window.keyboard.press('Enter')
  await expect(grid.getByRole('columnheader', { name: 'Year' })).toHaveCount(0)
  await type(window, 'show column year')
  await window.keyboard.press('Enter')
  await expect(grid.getByRole('columnheader', { name: 'Year' })).toHaveCount(1)
  await type(window, 'filter year')
  await window.keyboard.press('Enter')
  await expect(window.getByRole('dialog', { name: 'Year' })).toBeVisible()
  await escape(window)
})

test('the palette’s field names no line that is gone, not even for a moment, and axe finds nothing where nothing is found', async ({
  window,
}) => {
  await window.keyboard.press('ControlOrMeta+k')
  await expect(palette(window).getByRole('combobox')).toBeFocused()
  const missing = await palette(window).evaluateHandle((dialog) => {
    const gone: string[] = []
    const look = (): void => {
      const id = dialog.querySelector('[role=combobox]')?.getAttribute('aria-activedescendant')
      const isShown = id
        ? document.getElementById(id)?.ariaSelected === 'true'
        : dialog.querySelector('[role=option]') === null
      if (!isShown) gone.push(id ?? 'none')
    }
    new MutationObserver(look).observe(dialog, { subtree: true, childList: true, attributes: true })
    return gone
  })
  for (const text of ['', 'go to', 'bmw', 'nothing of that name']) {
    await window.keyboard.press('ControlOrMeta+a')
    await window.keyboard.type(`${text} `)
    await expect(palette(window).getByRole('combobox')).toHaveValue(`${text} `)
  }
  await expect(palette(window).getByText('Go to: Today')).toBeHidden()
  expect(await faults(window, '.dialog.palette')).toEqual([])
  expect(await missing.jsonValue()).toEqual([])
  await window.keyboard.press('Escape')
  await expect(palette(window)).toBeHidden()
})

wholeTest(
  'an action that was chosen runs, also if the palette is opened again before it was closed',
  async ({ window }) => {
    await inventoryAtRest(window)
    await window.keyboard.press('ControlOrMeta+k')
    const field = window.getByRole('combobox', { name: 'Commands' })
    await expect(field).toBeFocused()
    await window.keyboard.type('Go to: Orders')
    await expect(window.getByRole('option', { name: 'Go to: Orders' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await field.evaluate((element) => {
      const press = (init: KeyboardEventInit): unknown =>
        element.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))
      press({ key: 'Enter', code: 'Enter' })
      press({ key: 'k', code: 'KeyK', ctrlKey: true })
    })
    await expect(window.getByRole('heading', { name: 'Orders', level: 1, includeHidden: true })).toBeVisible()
    await expect(field).toHaveValue('')
    await window.keyboard.press('Escape')
    await expect(palette(window)).toBeHidden()
  },
)

wholeTest(
  'templates, the steps of an import, and what a batch can do are in the palette of their page',
  async ({ window }) => {
    await goTo(window, 'Import')
    await expect(window.getByRole('button', { name: 'Choose a file' })).toBeVisible()
    expect(await offered(window)).toEqual(
      expect.arrayContaining([
        'Import a file',
        'Templates: New adverts (Excel)',
        'Templates: Adverts to delete (CSV)',
      ]),
    )
    const [id] = await ownIds(service, 1)
    await bringFile(window, { name: 'one.csv', text: `auto_id,currency_id,version\n${id},1,palette` })
    expect(await offered(window)).toEqual(expect.arrayContaining(['Back', 'Discard file', 'Back to imports']))
    await runAction(window, 'Back')
    // An open file is gone on with from any other page, where it stands.
    expect((await offered(window)).filter((label) => label.includes('one.csv'))).toEqual([])
    await goTo(window, 'Orders')
    await runAction(window, 'Import: Continue with one.csv')
    await runAction(window, 'Check the rows')
    await expect(window.getByRole('button', { name: /^Send 1 row as / })).toBeVisible()
    const sends = (await offered(window)).find((label) => label.startsWith('Send 1 row as '))
    await runAction(window, sends ?? '')
    await expect(window.getByText('Finished', { exact: true })).toBeVisible()
    await expect(window.getByRole('button', { name: 'Undo…' })).toBeVisible()
    const labels = await offered(window)
    expect(labels).toEqual(expect.arrayContaining(['Undo…', 'Reports: Download the report']))
    expect(labels).not.toContain('Discard file')
    await runAction(window, 'Undo…')
    await expect(window.getByRole('heading', { name: /^Undo/ })).toBeVisible()
  },
)
