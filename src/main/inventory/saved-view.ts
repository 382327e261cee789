import { readShownList } from '#shared/inventory/shown-list.ts'
import { type StockView, stockViewSchema } from '#shared/inventory/view-calls.ts'

/** A view as it was saved, and whether parts of it can't be read. */
export interface ReadView {
  readonly view: StockView
  readonly incomplete?: true
}

const noColumns: StockView['columns'] = { order: [], widths: {}, hidden: [], pinned: [] }
const columnsSchema = stockViewSchema.shape.columns.catch(noColumns)

/** Reads a saved view; what of it is not known is left out, so that one view never blocks the others. */
export function readView(text: string): ReadView {
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
