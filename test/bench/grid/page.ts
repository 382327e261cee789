import { flushSync } from 'svelte'
import { mountBareList } from './bare-list.ts'
import { measureStock, mountStockPage, selectRows, stockShape } from './stock-page.ts'
import { makeRows, rowCount, type BenchRow } from './rows.ts'

export type Contender = 'bare' | 'page'
export type Way = 'smooth' | 'jump'
export interface Round {
  readonly nodes: number
  /** Main-thread work of each frame in ms, from the scroll event to the end of paint. */
  readonly frames: number[]
}

const contenders: Record<Contender, (target: HTMLElement, rows: readonly BenchRow[]) => () => void> = {
  page: mountStockPage,
  // The list that the page shows with its pane open: as large, with as many columns.
  bare: (target, rows) => mountBareList(target, rows, stockShape),
}
const rows = makeRows()
const stage = document.querySelector<HTMLElement>('#stage') ?? document.body

/**
 * One frame: the offset is set in a task, the scroll event opens the frame, and a message posted from its animation
 * callback arrives as soon as style, layout and paint are through.
 */
function frame(scroller: HTMLElement, top: number): Promise<number> {
  return new Promise((resolve) => {
    let began = 0
    scroller.addEventListener('scroll', () => (began = performance.now()), { once: true, capture: true })
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => resolve(performance.now() - began)
      channel.port2.postMessage(null)
    })
    scroller.scrollTop = top
  })
}

/** Until the page has its rows and its pane: they come from main. */
async function shown(): Promise<void> {
  while (!stage.querySelector('.row:not(.loading) .cell') || !stage.querySelector('aside, [data-pane] h2'))
    await new Promise((resolve) => setTimeout(resolve, 20))
}

interface Mounted {
  readonly scroller: HTMLElement
  readonly unmount: () => void
}
let mounted: Mounted | null = null

/** Mounts one, until its first rows are there. */
async function mountOne(contender: Contender): Promise<void> {
  const unmount = contenders[contender](stage, rows)
  flushSync()
  if (contender === 'page') {
    await shown()
    measureStock(stage)
    selectRows(stage)
  }
  const scroller = stage.querySelector<HTMLElement>('.bare, .scroller') ?? stage
  mounted = { scroller, unmount }
}

/** Scrolls the mounted one that many frames, and takes it away again. */
async function scrollOne(way: Way, count: number): Promise<Round> {
  if (!mounted) throw new Error('nothing is mounted')
  const { scroller, unmount } = mounted
  await frame(scroller, 3200)
  const nodes = (stage.querySelector('.bare, .grid') ?? stage).querySelectorAll('*').length
  const frames: number[] = []
  for (let step = 1; step <= count; step++) {
    const top = way === 'smooth' ? 3200 + step * 24 : ((step * 7919) % (rowCount - 50)) * 32
    frames.push(await frame(scroller, top))
  }
  unmount()
  return { nodes, frames }
}

Object.assign(globalThis, { mountOne, scrollOne })
