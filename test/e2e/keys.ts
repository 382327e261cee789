import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than any page has. */
const mostStops = 80

/** Presses Tab, or Shift+Tab, until the focus is on what is named. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  const isThere = (): Promise<boolean> => target.evaluate((element) => element === document.activeElement)
  for (let stop = 0; stop <= mostStops; stop += 1) {
    if (await isThere()) return
    await page.keyboard.press(key)
  }
  throw new Error(`${mostStops} × ${key} do not reach ${String(target)}`)
}

/** Goes to a button or a box by Tab, and presses the key. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await expect(target).toBeEnabled()
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/**
 * Presses Escape, and waits until what it closed is gone: for a frame or two a popup that closes still has the keys, and
 * takes the focus from what was clicked meanwhile.
 */
export async function escape(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.locator(':is(.popup, .dialog)[data-state="closed"]')).toHaveCount(0)
}

/** Runs an action of the palette by its name, once the palette has found it. */
export async function runAction(page: Page, name: string): Promise<void> {
  const field = page.locator('.palette input')
  // A change of the language draws the window again: a key that is pressed meanwhile is lost.
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(field).toBeFocused({ timeout: 3_000 })
  }).toPass()
  await page.keyboard.type(name)
  await expect(page.getByRole('option', { name }).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
}
