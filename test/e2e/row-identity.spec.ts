import type { Locator, Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { connect, goTo, readStock, startService, type Service } from './service.ts'

let service: Service
test.beforeAll(async ({ app }) => {
  service = await startService(120)
  await connect(app.window, service, 'Автоцентр')
  await readStock(app.window)
})
test.afterAll(() => service.close())

const shots = process.env.FORECOURT_SHOTS

/** A list, the column whose header sorts it, and what comes to it from outside. */
interface List {
  readonly grid: string
  readonly open: (window: Page) => Promise<void>
  readonly change: (window: Page, grid: Locator) => Promise<void>
}

const byHeader =
  (name: string): List['change'] =>
  (_window, grid) =>
    grid.getByRole('columnheader', { name, exact: true }).click()

const refresh = (window: Page): Promise<void> =>
  window.getByRole('button', { name: 'Refresh', exact: true }).first().click()

const lists: readonly List[] = [
  { grid: 'Inventory', open: (window) => goTo(window, 'Inventory'), change: byHeader('Price') },
  {
    grid: 'Orders',
    open: async (window) => {
      await goTo(window, 'Orders')
      await refresh(window)
    },
    change: byHeader('Total'),
  },
  {
    grid: 'Orders',
    open: (window) => goTo(window, 'Orders'),
    change: async (window) => {
      await service.control.putOrder({})
      await refresh(window)
    },
  },
]

test('what is selected and active are the same rows, however a list is sorted or read again', async ({
  window,
}) => {
  await window.setViewportSize({ width: 1440, height: 2400 })
  for (const { grid: name, open, change } of lists) {
    await open(window)
    const grid = window.getByRole('grid', { name })
    const row = (at: number): Locator => grid.locator(`[aria-rowindex="${at + 1}"]`)
    const texts = (rows: Locator): Promise<string[]> => rows.allInnerTexts()
    const selected = async (): Promise<string[]> =>
      (await texts(grid.locator('[aria-selected="true"]'))).toSorted()
    const order = (): Promise<string[]> => texts(grid.getByRole('row'))
    const active = (): Promise<string | undefined> =>
      grid.evaluate((list) =>
        document
          .getElementById(list.getAttribute('aria-activedescendant') ?? '')
          ?.closest<HTMLElement>('[role="row"]')
          ?.innerText.trim(),
      )
    await expect(row(4), name).toBeVisible()
    await row(1).getByRole('gridcell').nth(1).click()
    await row(2)
      .getByRole('gridcell')
      .nth(1)
      .click({ modifiers: ['ControlOrMeta'] })
    await row(4)
      .getByRole('gridcell')
      .nth(1)
      .click({ modifiers: ['ControlOrMeta'] })
    const [rows, cell, before] = [await selected(), await active(), await order()]
    expect(rows, name).toHaveLength(3)
    await change(window, grid)
    await expect.poll(order, name).not.toEqual(before)
    await expect.poll(selected, name).toEqual(rows)
    expect(await active(), name).toBe(cell)
    if (shots) await window.screenshot({ path: `${shots}/identity-${name}.png` })
  }
})

test('a status is set on the orders that were ticked, however they were sorted since', async ({ window }) => {
  const ids: number[] = []
  for (const sum of [500, 100, 400, 200, 300])
    ids.push((await service.control.putOrder({ status: 0, total_order_sum: sum })).order_id)
  await goTo(window, 'Orders')
  await refresh(window)
  const grid = window.getByRole('grid', { name: 'Orders' })
  const row = (id: number): Locator => grid.getByRole('row').filter({ hasText: String(id) })
  const ticked = [ids[0], ids[3], ids[4]].map((id = 0) => id)
  const set = async (name: string, count: number): Promise<void> => {
    await window.getByRole('button', { name }).click()
    const dialog = window.getByRole('dialog')
    await dialog.getByLabel('New status').click()
    await window.getByRole('option', { name: 'Completed', exact: true }).click()
    await dialog.getByRole('button', { name: `Set status (${count})` }).click()
    await expect(dialog.getByText('Set', { exact: true })).toHaveCount(count)
    await dialog.getByRole('button', { name: 'Close' }).click()
  }
  // Several are set once the service was seen to take one.
  const [, alone = 0] = ids
  await row(alone).dblclick()
  await set('Set status…', 1)
  const [first = 0, ...others] = ticked
  await row(first).getByRole('gridcell').nth(1).click()
  for (const id of others) await row(id).locator('.check').click()
  await grid.getByRole('columnheader', { name: 'Total', exact: true }).click()
  await set('Set status of 3 orders…', 3)
  for (const id of ids) {
    // An order is answered as it is if nothing of it is changed.
    const { status } = await service.control.putOrder({ order_id: id })
    expect([id, status]).toEqual([id, id === alone || ticked.includes(id) ? 1 : 0])
  }
})
