import type { Page } from '@playwright/test'
import { measured, type Figure } from './figure.ts'
import { type BenchWindow, inWindow } from './in-window.ts'
import { fillFolder } from './start-folder.ts'

export const name = "Pages with 20,000 adverts: work of the window's thread until a page that is chosen rests"

const adverts = 20_000
const rounds = 9

/** A page by its link in the rail, and what is there once it has all that it shows. */
const pages = [
  { title: 'Today', shown: '[aria-labelledby="overview-ages"] button' },
  { title: 'Inventory', shown: '[role=grid] .row:not(.loading) .cell' },
  { title: 'Orders', shown: 'main h1' },
  { title: 'Activity', shown: 'main h1' },
] as const

/** Two pages are gone back and forth between, so that each is built anew. */
const between = 'Settings'

/** Nothing has been asked, drawn or timed for a while: what a page does once it is idle belongs to its switch. */
const rest = (page: Page): Promise<void> => page.waitForTimeout(400)

async function open(page: Page, title: string, shown: string): Promise<void> {
  await page.evaluate((name) => {
    const links = [...document.querySelectorAll('nav a')]
    links
      .find((each) => each.textContent.trim().startsWith(name))
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  }, title)
  await page.locator(shown).first().waitFor()
  await rest(page)
}

async function workOf({ page, pageTime }: BenchWindow, title: string, shown: string): Promise<number[]> {
  const works: number[] = []
  for (let round = 0; round <= rounds; round++) {
    await open(page, between, 'main h1')
    const before = await pageTime()
    await open(page, title, shown)
    works.push((await pageTime()) - before)
  }
  // The first time its script is loaded as well.
  return works.slice(1)
}

/** Processor time of the page's thread alone, so that a busy machine changes little. */
export const run = (): Promise<Figure[]> =>
  inWindow(
    '',
    (folder) => fillFolder(folder, adverts, 0),
    async (window) => {
      await window.page.locator('main .today .num').first().waitFor({ timeout: 60_000 })
      await window.page.waitForTimeout(2_000)
      const figures: Figure[] = []
      for (const { title, shown } of pages)
        figures.push({ name: title, ...measured(await workOf(window, title, shown)), unit: 'ms', goal: 50 })
      return figures
    },
  )
