import type { BenchRow } from './rows.ts'

const rowHeight = 32
const overscan = 2

export interface BareShape {
  readonly widths: readonly number[]
  readonly width: string
  readonly height: string
}

/** The least that scrolls 100,000 rows: pooled elements, text written straight into them. The floor of the figures. */
export function mountBareList(
  target: HTMLElement,
  rows: readonly BenchRow[],
  { widths, width, height }: BareShape,
): () => void {
  const scroller = document.createElement('div')
  const body = document.createElement('div')
  scroller.className = 'bare'
  scroller.style.width = width
  scroller.style.height = height
  body.style.height = `${rows.length * rowHeight}px`
  scroller.append(body)
  target.append(scroller)

  const lefts = widths.map((_, at) => widths.slice(0, at).reduce((sum, each) => sum + each, 0))
  const shown = lefts.filter((left) => left < scroller.clientWidth).length
  const size = Math.ceil(scroller.clientHeight / rowHeight) + 2 * overscan
  const pool = Array.from({ length: size }, () => makeRow(lefts.slice(0, shown), widths))
  body.append(...pool.map((row) => row.element))

  function place(): void {
    const top = Math.floor(scroller.scrollTop / rowHeight) - overscan
    const first = Math.max(0, Math.min(top, rows.length - size))
    for (let index = first; index < first + size; index++) {
      const row = pool[index % size]
      if (!row || row.index === index) continue
      row.index = index
      row.element.style.transform = `translateY(${index * rowHeight}px)`
      for (const [at, cell] of row.cells.entries()) cell.data = rows[index]?.cells[at] ?? ''
    }
  }
  scroller.addEventListener('scroll', place)
  place()
  return () => scroller.remove()
}

function makeRow(
  lefts: readonly number[],
  widths: readonly number[],
): { index: number; element: HTMLElement; cells: Text[] } {
  const element = document.createElement('div')
  element.className = 'bare-row'
  const cells = lefts.map((left, at) => {
    const cell = document.createElement('div')
    const text = document.createTextNode('')
    cell.className = 'bare-cell'
    cell.style.left = `${left}px`
    cell.style.width = `${widths[at] ?? 0}px`
    cell.append(text)
    element.append(cell)
    return text
  })
  return { index: -1, element, cells }
}
