import type { Check, DraftRow } from '#shared/import/draft.ts'
import type { DraftFilter, RowsOnly } from '../../../src/renderer/import/check-state.svelte.ts'

export interface ModelRow {
  readonly line: number
  readonly cell: string
  readonly leftOut: boolean
}

interface Asked extends RowsOnly {
  readonly filter?: DraftFilter
  readonly from?: number
  readonly line?: number
  readonly lines?: readonly number[]
  readonly leftOut?: boolean
  readonly value?: string
  readonly match?: { readonly text: string }
  readonly offset?: number
  readonly limit?: number
  readonly way?: 'undo' | 'redo'
}

/** A draft as simple as it can be: rows of one cell, invalid if it is `x`, and every state that they had. */
export class DraftModel {
  #rows: readonly ModelRow[]
  #revision = 0
  readonly #undo: (readonly ModelRow[])[] = []
  readonly #redo: (readonly ModelRow[])[] = []

  constructor(cells: readonly string[]) {
    this.#rows = cells.map((cell, at) => ({ line: at + 2, cell, leftOut: false }))
  }

  static of(row: DraftRow | undefined): ModelRow | undefined {
    return row && { line: row.line, cell: row.cells[0] ?? '', leftOut: row.leftOut }
  }

  shown({ filter, group }: Asked): ModelRow[] {
    return this.#rows.filter(
      ({ cell, leftOut }) => (group !== 'error' || cell === 'x') && (filter !== 'left-out' || leftOut),
    )
  }

  check(): Partial<Check> {
    return {
      draftId: 'd',
      rows: this.#rows.length,
      invalid: this.shown({ group: 'error' }).length,
      leftOut: this.shown({ filter: 'left-out' }).length,
      revision: this.#revision,
      steps: { undo: this.#undo.length, redo: this.#redo.length },
      problems: [],
      confirmations: [],
    }
  }

  /** What main answers to a call. */
  answer(name: string, asked: Asked): unknown {
    if (name === 'draft:check') return this.check()
    if (name === 'draft:stale') return { count: 0, calls: 0 }
    if (name === 'draft:rows') return this.#window(asked)
    if (name === 'draft:fix') {
      this.#change((row) => (row.line === asked.line ? { ...row, cell: asked.value ?? '' } : row))
      return { row: rowOf(this.#rows[(asked.line ?? 2) - 2]), check: this.check() }
    }
    if (name === 'draft:change-column') {
      const within = new Set(this.shown(asked).map(({ line }) => line))
      const meant = ({ line, cell }: ModelRow): boolean =>
        within.has(line) && line >= (asked.from ?? 0) && cell === asked.match?.text
      this.#change((row) => (meant(row) ? { ...row, cell: asked.value ?? '' } : row))
      return { changed: 0, lost: 0, check: this.check() }
    }
    if (name === 'draft:move-step')
      this.#move(asked.way === 'undo' ? [this.#undo, this.#redo] : [this.#redo, this.#undo])
    else {
      const lines = new Set(asked.lines ?? this.shown(asked).map(({ line }) => line))
      this.#change((row) => (lines.has(row.line) ? { ...row, leftOut: asked.leftOut === true } : row))
    }
    return this.check()
  }

  #window({ offset = 0, limit = 0, ...asked }: Asked) {
    const rows = this.shown(asked)
    return { total: rows.length, rows: rows.slice(offset, offset + limit).map(rowOf) }
  }

  #change(next: (row: ModelRow) => ModelRow): void {
    this.#undo.push(this.#rows)
    this.#redo.length = 0
    this.#rows = this.#rows.map(next)
    this.#revision += 1
  }

  #move([from, to]: readonly [(readonly ModelRow[])[], (readonly ModelRow[])[]]): void {
    const rows = from.pop()
    this.#revision += 1
    if (!rows) return
    to.push(this.#rows)
    this.#rows = rows
  }
}

const rowOf = (row: ModelRow | undefined): Partial<DraftRow> | undefined =>
  row && { line: row.line, cells: [row.cell], leftOut: row.leftOut, problems: [] }
