import { median, type Figure } from './figure.ts'
import { type BenchWindow, inWindow } from './in-window.ts'
import { heapFigures } from './page-heap.ts'
import { fillFolder } from './start-folder.ts'

export const name = 'Inventory of 100,000 adverts: from a click or a key to painted rows'

const adverts = 100_000
const headers = ['Price', 'Mileage', 'Price', 'Year', 'Price', 'Mileage', 'Price', 'Year']
const words = ['audi', 'Львів', 'škoda', 'київ', 'toyota', 'одеса', 'ford']

/** Waits in the page until the given expression has another value, no row is still empty, and the frame with it is painted. */
const painted = (value: string, start: string): string => `new Promise((resolve) => {
  const before = ${value}
  const began = performance.now()
  ${start}
  const look = () => {
    if (${value} === before || document.querySelector('[role=grid] .row.loading'))
      return void requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(performance.now() - began)
    port2.postMessage(null)
  }
  requestAnimationFrame(look)
})`

const firstRow = `document.querySelector('[role=grid] [aria-rowindex="2"]').textContent`
const rowCount = `document.querySelector('[role=grid]').getAttribute('aria-rowcount')`
const clickOn = (title: string): string => `{
  const header = document.querySelector('[role=columnheader][aria-label="${title}"]')
  const { left, top } = header.getBoundingClientRect()
  const at = { bubbles: true, clientX: left + 20, clientY: top + 10, pointerId: 1, button: 0 }
  const body = header.closest('[role=rowgroup]')
  body.setPointerCapture = () => undefined
  header.dispatchEvent(new PointerEvent('pointerdown', at))
  header.dispatchEvent(new PointerEvent('pointerup', at))
}`
const typed = (text: string): string => `{
  const box = document.querySelector('[role=search] input')
  box.value = ${JSON.stringify(text)}
  box.dispatchEvent(new Event('input', { bubbles: true }))
}`

interface Times {
  readonly clock: number[]
  readonly busy: number[]
}

async function timesOf({ page, pageTime, mainTime }: BenchWindow, works: readonly string[]): Promise<Times> {
  const times: Times = { clock: [], busy: [] }
  for (const work of works) {
    const before = mainTime() + (await pageTime())
    times.clock.push(Number(await page.evaluate(work)))
    times.busy.push(mainTime() + (await pageTime()) - before)
    await page.waitForTimeout(300)
  }
  return times
}

const figuresOf = (what: string, { clock, busy }: Times): Figure[] => [
  { name: `${what}, by the clock`, value: median(clock), unit: 'ms', goal: 100 },
  { name: `${what}, processor time of both threads`, value: median(busy), unit: 'ms' },
]

/** The page's thread and the thread that answers it. */
export const run = (): Promise<Figure[]> =>
  inWindow(
    '#/inventory',
    (folder) => fillFolder(folder, adverts, 0),
    async (window) => {
      const { page, session } = window
      await page.locator('[role=grid] .row:not(.loading) .cell').first().waitFor({ timeout: 60_000 })
      await page.waitForTimeout(2_000)
      const clicks = headers.map((title) => painted(firstRow, clickOn(title)))
      const keys = words.map((word) => painted(rowCount, typed(word)))
      return [
        ...figuresOf('click on a header to painted rows', await timesOf(window, clicks)),
        ...figuresOf('key in the search to painted rows', await timesOf(window, keys)),
        ...(await heapFigures(page, session)),
      ]
    },
  )
