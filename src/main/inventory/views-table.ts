import type { DatabaseSync } from 'node:sqlite'
import { mostViews } from '#shared/inventory/most-views.ts'
import { type SavedView, type StockView, stockViewSchema } from '#shared/inventory/view-calls.ts'
import { z } from 'zod'
import { SavedTable } from '../storage/saved-table.ts'
import { inTransaction } from '../storage/transactions.ts'
import { readShownList } from '#shared/inventory/shown-list.ts'

/** A view as it was saved, and whether parts of it can't be read. */
interface ReadView {
  readonly view: StockView
  readonly incomplete?: true
}

const noColumns: StockView['columns'] = { order: [], widths: {}, hidden: [], pinned: [] }
const columnsSchema = stockViewSchema.shape.columns.catch(noColumns)

/** Reads a saved view; what of it is not known is left out, so that one view never blocks the others. */
function readView(text: string): ReadView {
  const saved = parsed(text)
  const whole = stockViewSchema.safeParse(saved)
  if (whole.success) return { view: whole.data }
  const kept = typeof saved === 'object' && saved !== null ? saved : {}
  const columns = columnsSchema.parse('columns' in kept ? kept.columns : undefined)
  return { view: { columns, ...readShownList(saved).list }, incomplete: true }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Looks of the inventory of an account, under names that the dealer gave. */
export class ViewsTable {
  readonly #db: DatabaseSync
  readonly saved: SavedTable<ReadView>

  constructor(db: DatabaseSync) {
    this.#db = db
    this.saved = new SavedTable(db, 'view', z.string().transform(readView))
  }

  all(accountId: string): SavedView[] {
    return this.saved.all(accountId).map(({ id, name, value }) => ({ id, name, ...value }))
  }

  /** Replaces the view of that name; a new one is added unless there are `mostViews`. `id` is that of a new one. */
  save(accountId: string, id: string, name: string, view: StockView, savedAt: string): void {
    inTransaction(this.#db, () => {
      const views = this.saved.all(accountId)
      const known = views.find((each) => each.name === name)
      if (known || views.length < mostViews)
        this.saved.put(accountId, { id, savedAt, ...known, name, value: view })
    })
  }
}
