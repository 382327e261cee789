import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { inventoryAtRest } from './service.ts'
import { settled } from './settled.ts'

/** The sum of the shifts that a page may have, by the measure of browsers. */
const most = 0.01

/** What moved by itself since the page was loaded, and how far: of each element its selector with where it was and is. */
const shiftsOf = (window: Page): Promise<{ value: number; moved: string[] }[]> =>
  window.evaluate(async () => {
    interface Shift extends PerformanceEntry {
      readonly value: number
      readonly sources: readonly {
        readonly node: Node | null
        readonly previousRect: DOMRect
        readonly currentRect: DOMRect
      }[]
    }
    const rect = ({ x, y, width, height }: DOMRect): string => [x, y, width, height].map(Math.round).join(' ')
    const name = (node: Node | null): string => {
      const element = node instanceof Element ? node : node?.parentElement
      const text = (node?.textContent ?? '').trim().slice(0, 40)
      return `${element?.tagName.toLowerCase() ?? '?'}.${element?.className.toString().split(' ')[0] ?? ''} “${text}”`
    }
    const entries = await new Promise<readonly Shift[]>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries() as Shift[])).observe({
        type: 'layout-shift',
        buffered: true,
      })
      setTimeout(resolve, 500, [])
    })
    return entries.map(({ value, sources, startTime }) => ({
      value,
      moved: sources.map(
        ({ node, previousRect, currentRect }) =>
          `${Math.round(startTime)} ms: ${name(node)} ${rect(previousRect)} → ${rect(currentRect)}`,
      ),
    }))
  })

const pages = [
  'today',
  'inventory',
  'activity',
  'orders',
  'calls',
  'market',
  'settings',
  'realty',
  'notices',
  'guide',
]

/** What moved once the page is at rest; a page that is opened by its address has no key or click to excuse it. */
async function moved(window: Page): Promise<{ sum: number; moved: string[] }> {
  await settled(() => window.locator('body').innerText())
  const shifts = await shiftsOf(window)
  return {
    sum: shifts.reduce((sum, { value }) => sum + value, 0),
    moved: shifts.flatMap((each) => each.moved),
  }
}

const expectStill = ({ sum, moved }: { sum: number; moved: string[] }, page: string): void =>
  expect(sum, `${page}: ${moved.join('\n')}`).toBeLessThanOrEqual(most)

test('nothing moves by itself while the app starts for the first time and reads its stock', async ({
  window,
}) => {
  await inventoryAtRest(window)
  expectStill(await moved(window), 'the first start')
})

for (const page of pages)
  test(`nothing moves by itself when the window opens on ${page}`, async ({ window }) => {
    await window.goto(`${window.url().split('#')[0]}#/${page}`)
    await window.reload()
    await expect(window.getByRole('heading', { level: 1 })).toBeVisible()
    expectStill(await moved(window), page)
  })

test('nothing moves by itself when pages are opened one after the other', async ({ window }) => {
  for (const page of pages) {
    const { sum: before, moved: known } = await moved(window)
    await window.evaluate((to) => void (location.hash = `#/${to}`), page)
    await expect(window.getByRole('heading', { level: 1 })).toBeVisible()
    const now = await moved(window)
    expectStill({ sum: now.sum - before, moved: now.moved.slice(known.length) }, page)
  }
})
