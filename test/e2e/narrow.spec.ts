import { expect, test } from './app.ts'
import { goTo, inventoryAtRest, keepToasts } from './service.ts'

test('a word about what was saved lies over no other page, even if it would stay', async ({ window }) => {
  await goTo(window, 'Settings')
  const release = await keepToasts(window)
  await window.getByText('Dark', { exact: true }).click()
  const saved = window.locator('.toast', { hasText: 'Saved' })
  // It would not go by itself while the pointer is over it.
  await saved.hover()
  await window.evaluate(() => {
    location.hash = '#/today'
  })
  await expect(window.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  await expect(saved).toHaveCount(0)
  await release()
})

test('at 1024 × 700 a word about what was saved is small and alone, and the Ukrainian inventory has its tools beside its heading', async ({
  window,
}) => {
  await window.setViewportSize({ width: 1024, height: 700 })
  await goTo(window, 'Settings')
  const release = await keepToasts(window)
  await window.getByText('Dark', { exact: true }).click()
  await window.getByText('Light', { exact: true }).click()
  const saved = window.locator('.toast', { hasText: 'Saved' })
  await expect(saved).toHaveCount(1)
  expect((await saved.boundingBox())?.width).toBeLessThan(200)
  await release()
  await window.getByText('Українська', { exact: true }).click()
  await goTo(window, 'Склад')
  await expect(async () => {
    const heading = await window.getByRole('heading', { name: 'Склад' }).boundingBox()
    const tools = await window.getByRole('button', { name: 'Інструменти', exact: true }).boundingBox()
    expect(tools?.y).toBeLessThan((heading?.y ?? 0) + (heading?.height ?? 0))
    expect((tools?.x ?? 0) + (tools?.width ?? 0)).toBeLessThanOrEqual(1024)
  }).toPass()
})

test('in Ukrainian the filters of the inventory have one line at 1024, and the sum of an order is whole', async ({
  window,
}) => {
  await window.setViewportSize({ width: 1024, height: 700 })
  await goTo(window, /Settings|Налаштування/)
  await window.getByText('English', { exact: true }).click()
  await inventoryAtRest(window)
  await goTo(window, 'Settings')
  await window.getByText('Українська', { exact: true }).click()
  await goTo(window, 'Склад')
  const places = (): Promise<number[]> =>
    window
      .locator('main .filters button:visible')
      .evaluateAll((buttons) => [...new Set(buttons.map((button) => button.getBoundingClientRect().top))])
  await expect(window.locator('main .filters button:visible').nth(5)).toBeVisible()
  await expect.poll(async () => (await places()).length).toBe(1)
  await goTo(window, 'Замовлення')
  const right = async (): Promise<number> => {
    const box = await window.getByRole('columnheader', { name: 'Сума', exact: true }).boundingBox()
    return box ? box.x + box.width : Infinity
  }
  await expect.poll(right).toBeLessThanOrEqual(1024 - 16)
})

test('at 1024 × 700 the Ukrainian review shows the state of each edit, and drops nothing as long as nothing is selected', async ({
  window,
}) => {
  await window.setViewportSize({ width: 1024, height: 700 })
  await goTo(window, /Settings|Налаштування/)
  await window.getByText('Українська', { exact: true }).click()
  await goTo(window, 'Склад')
  const grid = window.getByRole('grid', { name: 'Склад' })
  const price = await grid.getByRole('columnheader', { name: 'Ціна' }).getAttribute('aria-colindex')
  for (const [row, text] of [
    [2, '12345'],
    [3, '23456'],
  ] as const) {
    await grid.locator(`[aria-rowindex="${row}"] > [aria-colindex="${price}"]`).click()
    await window.keyboard.type(text)
    await window.keyboard.press('Enter')
  }
  await window.getByRole('button', { name: 'Переглянути 2 зміни' }).click()
  await expect(window.getByRole('button', { name: 'Відкинути вибрані' })).toBeDisabled()
  const state = window.getByRole('grid').getByText('Не надіслано', { exact: true }).first()
  await expect(state).toBeInViewport({ ratio: 1 })
  await window.getByRole('grid').getByRole('row').nth(1).click()
  await expect(window.getByRole('button', { name: 'Відкинути 1 зміну' })).toBeEnabled()
})
