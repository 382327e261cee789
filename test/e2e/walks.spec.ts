import type { Locator, Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { press, tabTo } from './keys.ts'
import {
  bringFile,
  connect,
  goTo,
  inventoryAtRest,
  ownIds,
  readStock,
  send,
  startService,
  type Service,
} from './service.ts'

/** The jobs of a week, by the pointer with its clicks counted, or by the keys alone. */
type Way = 'pointer' | 'keys'

let service: Service
test.beforeAll(async ({ app }) => {
  service = await startService(280)
  await connect(app.window, service, 'Автоцентр')
  await readStock(app.window)
})
test.afterAll(() => service.close())

/** A hand on the pointer, or on the keys. */
class Hand {
  clicks = 0
  readonly #window: Page
  readonly #way: Way

  constructor(window: Page, way: Way) {
    this.#window = window
    this.#way = way
  }

  async on(target: Locator): Promise<void> {
    if (this.#way === 'keys') return press(this.#window, target)
    this.clicks += 1
    await target.click()
  }

  button(name: string | RegExp): Promise<void> {
    return this.on(this.#window.getByRole('button', { name }).first())
  }
}

const stock = (window: Page): Locator => window.getByRole('grid', { name: 'Inventory' })
const finished = (window: Page): Promise<void> =>
  expect(window.getByText('Finished', { exact: true })).toBeVisible({ timeout: 180_000 })
const sent = async (method: string): Promise<number> =>
  (await service.control.ledger()).filter((each) => each.method === method).length

/** A file that is dragged onto the window. */
const drop = (window: Page, file: { name: string; text: string }): Promise<void> =>
  window.evaluate(({ name, text }) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([text], name))
    document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
  }, file)

/** The file is brought by a drop, or by the system's dialog. */
const bringing = [
  ['drop', 'pointer', 3],
  ['dialog', 'keys', 0],
] as const

test('the next day’s file is sent in three clicks if it is dropped, and by the keys alone', async ({
  window,
}) => {
  const ids = await ownIds(service, 12)
  const file = (more: number) => ({
    name: 'prices.csv',
    text: `auto_id,currency_id,price\n${ids.map((id, at) => `${id},USD,${20_000 + more + at * 100}\n`).join('')}`,
  })
  await bringFile(window, file(0))
  await send(window, 12)
  await finished(window)

  for (const [day, [from, way, clicks]] of bringing.entries()) {
    await goTo(window, 'Today')
    await expect(window.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
    const hand = new Hand(window, way)
    const next = file(5 * (day + 1))
    if (from === 'drop') await drop(window, next)
    else {
      const asked = window.waitForEvent('filechooser')
      await hand.on(window.getByRole('navigation').getByRole('link', { name: 'Import' }))
      await hand.button('Choose a file')
      await (await asked).setFiles({ name: next.name, mimeType: 'text/csv', buffer: Buffer.from(next.text) })
    }
    await hand.button('Check with the columns of last time')
    await hand.button('Continue to sending')
    await hand.button(/^Send 12 rows as /)
    await finished(window)
    expect(hand.clicks).toBe(clicks)
    expect(await service.control.advert(ids[0] ?? 0)).toMatchObject({ price: 20_005 + 5 * day })
  }
})

test('forty prices are lowered by 2 % by the keys alone', async ({ window }) => {
  await inventoryAtRest(window)
  await tabTo(window, stock(window))
  const before = await sent('PUT')
  const hand = new Hand(window, 'keys')
  await window.keyboard.press('Control+A')
  await hand.button('Price…')
  await hand.on(window.getByRole('dialog').getByRole('button', { name: /^Change \d+ adverts/ }))
  await hand.button(/^Review \d+ edit/)
  await hand.button(/^Send edits of/)
  await finished(window)
  expect((await sent('PUT')) - before).toBeGreaterThanOrEqual(30)
})

test('one advert is deleted in three clicks at most', async ({ window }) => {
  await inventoryAtRest(window)
  const before = await sent('DELETE')
  const hand = new Hand(window, 'pointer')
  await hand.on(stock(window).locator('[aria-rowindex="3"] > [aria-colindex="3"]'))
  await hand.button('Delete')
  await hand.button(/^Delete .*Автоцентр/)
  await finished(window)
  expect(hand.clicks).toBeLessThanOrEqual(3)
  expect((await sent('DELETE')) - before).toBe(1)
})
