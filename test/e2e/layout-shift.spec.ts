import type { Page } from '@playwright/test'
import { applyLocale } from '../../src/shared/i18n/locale.ts'
import { m } from '../../src/shared/i18n/generated/messages.js'
import { expect, test, wholeTest } from './app.ts'
import { goTo } from './service.ts'
import { settled } from './settled.ts'

/** How far a page may move, by the measure of browsers: the sum of the shifts of a window of time. */
const most = 0.01

/** Answers come one after the other, less than half a second apart: what makes room only when it is known is seen to. */
const late = { FORECOURT_HOST_LATE: '450' }

/** What moved by itself since the page was loaded, and how far: of each element its selector with where it was and is. */
interface Moved {
  readonly at: number
  readonly value: number
  readonly moved: readonly string[]
}

const shiftsOf = (window: Page): Promise<Moved[]> =>
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
      at: startTime,
      value,
      moved: sources.map(
        ({ node, previousRect, currentRect }) =>
          `${Math.round(startTime)} ms, ${value.toFixed(4)}: ${name(node)} ${rect(previousRect)} → ${rect(currentRect)}`,
      ),
    }))
  })

const pages = [
  'today',
  'inventory',
  'imports',
  'activity',
  'orders',
  'calls',
  'market',
  'settings',
  'realty',
  'notices',
  'guide',
]

/** Shifts less than a second apart, for five seconds at most, are one movement; the largest counts. */
function largest(shifts: readonly Moved[]): number {
  let most = 0
  let sum = 0
  let first = Number.NEGATIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (const { at, value } of shifts) {
    if (at - last > 1_000 || at - first > 5_000) [sum, first] = [0, at]
    ;[sum, last] = [sum + value, at]
    most = Math.max(most, sum)
  }
  return most
}

/** What moved once the page is at rest; a page that is opened by its address has no key or click to excuse it. */
async function moved(window: Page): Promise<Moved[]> {
  await settled(() => window.locator('body').innerText())
  return shiftsOf(window)
}

const expectStill = (shifts: readonly Moved[], page: string): void =>
  expect(largest(shifts), `${page}: ${shifts.flatMap((each) => each.moved).join('\n')}`).toBeLessThanOrEqual(
    most,
  )

test.use({ start: 'later' })

test('at 1024 in Ukrainian nothing moves by itself while the app starts for the first time and reads its stock', async ({
  app,
}) => {
  try {
    applyLocale('uk')
    const size = { width: 1024, height: 700 }
    const window = await app.restart({ size, env: { ...late, LC_ALL: 'uk_UA.UTF-8' } })
    await goTo(window, m.app_page_inventory())
    await expect(window.getByRole('grid').getByRole('row').nth(2)).not.toBeEmpty()
    expectStill(await moved(window), 'the first start')
  } finally {
    applyLocale('en')
  }
})

// A page with charts, with a list, with records and with forms: what the others have of their own is seen in the test below.
wholeTest('at 1024 nothing moves by itself when the window opens on a page', async ({ app }) => {
  const window = await app.restart({ size: { width: 1024, height: 700 }, env: late })
  for (const page of ['today', 'inventory', 'activity', 'settings']) {
    await window.goto(`${window.url().split('#')[0]}#/${page}`)
    await window.reload()
    await expect(window.getByRole('heading', { level: 1 })).toBeVisible()
    expectStill(await moved(window), page)
  }
})

// From the page that was opened last, whose code and data are all that is there yet.
test('at 1440 nothing moves by itself when the window and then its pages are opened one after the other', async ({
  app,
}) => {
  const { window } = app
  await window.setViewportSize({ width: 1440, height: 900 })
  await window.reload()
  const opened = await moved(window)
  expectStill(opened, 'the window')
  let before = opened.length
  for (const page of pages) {
    await window.evaluate((to) => void (location.hash = `#/${to}`), page)
    await expect(window.getByRole('heading', { level: 1 })).toBeVisible()
    const all = await moved(window)
    expectStill(all.slice(before), page)
    before = all.length
  }
})
