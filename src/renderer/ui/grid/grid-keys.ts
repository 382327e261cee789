import type { Cell } from './selection.ts'

interface Bounds {
  readonly rows: number
  readonly columns: number
  /** Rows that a page moves by. */
  readonly page: number
}

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>

/** The cell that the key moves to; undefined if the key moves nothing. */
export function movedBy({ key, ctrlKey, metaKey }: Keys, from: Cell, bounds: Bounds): Cell | undefined {
  const control = ctrlKey || metaKey
  const target = control ? farther(key, from, bounds) : nearer(key, from, bounds)
  return target && bounded(target, bounds)
}

function nearer(key: string, { row, column }: Cell, { columns, page }: Bounds): Cell | undefined {
  switch (key) {
    case 'ArrowUp':
      return { row: row - 1, column }
    case 'ArrowDown':
      return { row: row + 1, column }
    case 'ArrowLeft':
      return { row, column: column - 1 }
    case 'ArrowRight':
      return { row, column: column + 1 }
    case 'PageUp':
      return { row: row - page, column }
    case 'PageDown':
      return { row: row + page, column }
    case 'Home':
      return { row, column: 0 }
    case 'End':
      return { row, column: columns - 1 }
    default:
      return undefined
  }
}

function farther(key: string, { row, column }: Cell, { rows, columns }: Bounds): Cell | undefined {
  switch (key) {
    case 'ArrowUp':
      return { row: 0, column }
    case 'ArrowDown':
      return { row: rows - 1, column }
    case 'ArrowLeft':
      return { row, column: 0 }
    case 'ArrowRight':
      return { row, column: columns - 1 }
    case 'Home':
      return { row: 0, column: 0 }
    case 'End':
      return { row: rows - 1, column: columns - 1 }
    default:
      return undefined
  }
}

const bounded = ({ row, column }: Cell, { rows, columns }: Bounds): Cell => ({
  row: Math.max(0, Math.min(row, rows - 1)),
  column: Math.max(0, Math.min(column, columns - 1)),
})
