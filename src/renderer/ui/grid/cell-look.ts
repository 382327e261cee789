import { m } from '#shared/i18n/generated/messages.js'
import type { PlacedColumn, RowMark } from './columns.ts'

/** Note next to the text of a cell: the value that it replaces, or the reason for its row's mark. */
interface Beside {
  readonly className: string
  readonly shown: string
  /** As it is read aloud. */
  readonly words: string
}

/** A cell as it is drawn for a row. */
export interface CellLook {
  readonly text: string
  /** Its classes, those of the chip in it if its column has chips. */
  readonly tone: string
  readonly tip: string | undefined
  readonly beside: Beside | undefined
  /** Filled share of its bar. */
  readonly share: number | undefined
  /** Path of a line through counts; '' without one. */
  readonly line: string
  readonly picture: string | undefined
}

/** @param mark of the row, if the cell is to say why it has one */
export function cellLook<Row>(column: PlacedColumn<Row>, row: Row, mark: RowMark | undefined): CellLook {
  const gauge = column.gauge?.(row)
  const struck = column.struck?.(row) === true ? 'struck' : ''
  return {
    text: column.text(row),
    tone: [column.tone?.(row), struck, gauge && `gauge ${gauge.look}`].filter(Boolean).join(' '),
    tip: column.tip?.(row),
    beside: besideOf(column.replaced?.(row), mark),
    share: gauge && Math.round(Math.min(1, Math.max(0, gauge.share)) * 100) / 100,
    line: sparkLine(column.spark?.(row) ?? []),
    picture: column.picture?.(row),
  }
}

function besideOf(replaced: string | undefined, mark: RowMark | undefined): Beside | undefined {
  if (replaced) return { className: 'change', shown: replaced, words: m.app_replaced({ value: replaced }) }
  return mark && { className: `tagged ${mark.look}`, shown: mark.words, words: mark.words }
}

export const sparkWidth = 56
export const sparkHeight = 16

/** The path of a line through counts, the oldest at the left; the most of them is at the top. '' for fewer than two. */
function sparkLine(counts: readonly number[]): string {
  if (counts.length < 2) return ''
  const most = Math.max(1, ...counts)
  const places = counts.map((count, at) => {
    const x = 1 + ((sparkWidth - 2) * at) / (counts.length - 1)
    const y = 1 + (sparkHeight - 2) * (1 - count / most)
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  return `M${places.join('L')}`
}
