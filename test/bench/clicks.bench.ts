import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type CDPSession, type Page } from '@playwright/test'
import { chromiumOptions } from '../host/browser.ts'
import { launchHost } from '../host/launch.ts'
import { median, type Figure } from './figure.ts'
import { heapFigures } from './page-heap.ts'
import { fillFolder } from './start-folder.ts'

export const name = 'Inventory of 100,000 adverts: from a click or a key to painted rows'

const root = join(import.meta.dirname, '../..')
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

/** Processor time of a process's main thread so far, in ms, as Linux keeps it. */
const threadOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

async function taskTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1_000 * (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0)
}

async function timesOf(
  page: Page,
  session: CDPSession,
  pid: number,
  works: readonly string[],
): Promise<Times> {
  const times: Times = { clock: [], busy: [] }
  for (const work of works) {
    const before = threadOf(pid) + (await taskTime(session))
    times.clock.push(Number(await page.evaluate(work)))
    times.busy.push(threadOf(pid) + (await taskTime(session)) - before)
    await page.waitForTimeout(300)
  }
  return times
}

const figuresOf = (what: string, { clock, busy }: Times): Figure[] => [
  { name: `${what}, by the clock`, value: median(clock), unit: 'ms', goal: 100 },
  { name: `${what}, processor time of both threads`, value: median(busy), unit: 'ms' },
]

/** The built app with its own main process: the page's thread and the thread that answers it. */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-clicks-'))
  await fillFolder(folder, adverts, 0)
  const env = { ...process.env, LC_ALL: 'en_US.UTF-8', FORECOURT_DATA_DIR: folder }
  const app = await launchHost({ entry: join(root, 'out/main/index.cjs'), dataDir: folder, env })
  const browser = await chromium.launch(chromiumOptions)
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${app.address}#/inventory`, { waitUntil: 'commit' })
    await page.locator('[role=grid] .row:not(.loading) .cell').first().waitFor({ timeout: 60_000 })
    await page.waitForTimeout(2_000)
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const pid = app.process.pid ?? 0
    const clicks = headers.map((title) => painted(firstRow, clickOn(title)))
    const keys = words.map((word) => painted(rowCount, typed(word)))
    return [
      ...figuresOf('click on a header to painted rows', await timesOf(page, session, pid, clicks)),
      ...figuresOf('key in the search to painted rows', await timesOf(page, session, pid, keys)),
      ...(await heapFigures(page, session)),
    ]
  } finally {
    await browser.close()
    await app.end()
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
