import type { Locator, Page } from '@playwright/test'
import { test } from './app.ts'
import { inventoryAtRest } from './service.ts'

export const grid = (window: Page): Locator => window.getByRole('grid', { name: 'Inventory' })

/** Rows of the list that is shown, without its header. */
export const rowCount = async (window: Page): Promise<number> =>
  Number(await grid(window).getAttribute('aria-rowcount')) - 1

/** The tests of a file begin with the inventory, at rest. */
export const beginWithStock = (): void => test.beforeAll(({ app }) => inventoryAtRest(app.window))
