import type { Locator, Page } from '@playwright/test'
import { expect, test, wholeTest } from './app.ts'
import { serviceOfFile } from './file-service.ts'
import { goTo, ownIds, readStock, type Service } from './service.ts'

const service = serviceOfFile({ adverts: 120, account: 'Автоцентр' })

const fault = { method: 'PUT', path: '/ria/basket/orders' } as const
const sent = async (service: Service): Promise<number> =>
  (await service.control.requests())['PUT /ria/basket/orders'] ?? 0

async function choose(window: Page, status: string): Promise<void> {
  await window.getByRole('dialog').getByLabel('New status').click()
  await window.getByRole('option', { name: status, exact: true }).click()
}

test('the status of an order, then of several: old → new first, sent once, in doubt until the service tells', async ({
  app,
}) => {
  const { window } = app
  const ids: number[] = []
  for (let made = 0; made < 3; made += 1) ids.push((await service.control.putOrder({ status: 0 })).order_id)
  const [first = 0, second = 0, third = 0] = ids
  await goTo(window, 'Orders')
  await window.getByRole('button', { name: 'Refresh', exact: true }).first().click()
  const grid = window.getByRole('grid', { name: 'Orders' })
  const row = (id: number) => grid.getByRole('row').filter({ hasText: String(id) })
  const dialog = window.getByRole('dialog')

  await row(first).dblclick()
  await window.getByRole('button', { name: 'Set status…' }).click()
  await choose(window, 'Completed')
  await expect(dialog.getByRole('row').filter({ hasText: String(first) })).toContainText(
    'New or not completed → Completed',
  )
  await expect(dialog).toContainText('not known yet')
  expect(await sent(service)).toBe(0)
  await dialog.getByRole('button', { name: 'Set status (1)' }).click()
  await expect(dialog.getByText('Set', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(first)).toContainText('Completed')
  expect(await sent(service)).toBe(1)

  await expect(row(first).getByTitle('On the service: Выполненные').first()).toBeVisible()
  const pane = window.getByRole('complementary', { name: `Order ${first}` })
  await pane.getByText('Technical details').click()
  await expect(pane).toContainText('Status on the service')
  await expect(pane.getByText('Выполненные')).toBeVisible()

  await row(third).dblclick()
  await window.getByRole('button', { name: 'Mark as handled' }).click()
  await expect(window.getByRole('button', { name: 'Set status “Completed” too…' })).toBeVisible()

  // The row of the open order is selected already.
  await row(second).locator('.check').click()
  await window.getByRole('button', { name: 'Set status of 2 orders…' }).click()
  await choose(window, 'Not completed')
  await service.control.addFault({ ...fault, kind: 'status', status: 502, skip: 1, count: 1 })
  await dialog.getByRole('button', { name: 'Set status (2)' }).click()
  await expect(dialog.getByText('Not confirmed')).toHaveCount(1)
  const sentOnce = await sent(service)
  const doubtful = Number(
    await dialog.getByRole('row').filter({ hasText: 'Not confirmed' }).getByRole('cell').first().innerText(),
  )
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(doubtful)).toContainText('Status not confirmed')
  // Activity has what was sent, and leads to it.
  await goTo(window, 'Activity')
  const title = window.getByText('3 statuses of orders sent')
  await expect(title).toContainText('1 not confirmed')
  await title.click()
  const line = window.getByRole('listitem').filter({ hasText: String(doubtful) })
  await expect(line).toContainText('New or not completed → Not completed')
  await expect(line).toContainText('Not confirmed')
  await line.getByRole('button').click()
  await expect(window.getByRole('complementary', { name: `Order ${doubtful}` })).toBeVisible()
  // Today leads to it.
  await goTo(window, 'Today')
  await expect(window.getByText('Statuses not confirmed')).toBeVisible()
  await window.getByRole('button', { name: 'Check 1 order', exact: true }).first().click()
  await expect(window.getByText('It is never sent again automatically')).toBeVisible()
  await service.control.putOrder({ order_id: doubtful, status: 2 })
  await window.getByRole('button', { name: 'Check with the service' }).click()
  await expect(dialog.getByText('Set', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(grid.getByText('Status not confirmed')).toHaveCount(0)
  expect(await sent(service)).toBe(sentOnce)
})

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
  await readStock(window)
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
    const rows = await selected()
    const cell = await active()
    const before = await order()
    expect(rows, name).toHaveLength(3)
    await change(window, grid)
    await expect.poll(order, name).not.toEqual(before)
    await expect.poll(selected, name).toEqual(rows)
    expect(await active(), name).toBe(cell)
  }
})

test('what is being typed into a cell stays in it, and the keys too, while its row moves', async ({
  window,
}) => {
  const { baseUrl, key, userId } = service
  await goTo(window, 'Inventory')
  const grid = window.getByRole('grid', { name: 'Inventory' })
  const price = await grid.getByRole('columnheader', { name: 'Price' }).getAttribute('aria-colindex')
  const cell = (row: Locator): Locator => row.locator(`[aria-colindex="${price}"]`)
  const ids = await ownIds(service, 2)
  const row = (at: number): Locator => grid.getByRole('row').filter({ hasText: String(ids[at]) })
  await cell(row(0)).click()
  await window.keyboard.type('12')
  const places = new Set<string | null>()
  // The list is sorted by price: the other advert comes from one end to the other.
  for (const cost of [1, 900_000]) {
    const query = new URLSearchParams({ api_key: key, user_id: String(userId), auto_id: String(ids[1]) })
    const changed = `${baseUrl}/auto/new/autos?${query}&currency_id=1&price=${cost}`
    expect((await fetch(changed, { method: 'PUT' })).ok).toBe(true)
    await window.keyboard.press('F5')
    await expect(cell(row(1))).toHaveText(cost === 1 ? '$1' : '$900,000')
    places.add(await row(0).getAttribute('aria-rowindex'))
  }
  expect(places.size).toBe(2)
  await window.keyboard.type('345')
  await window.keyboard.press('Enter')
  await expect(cell(row(0))).toHaveText('$12,345')
})

wholeTest(
  'a status is set on the orders that were ticked, however they were sorted since',
  async ({ window }) => {
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
  },
)
