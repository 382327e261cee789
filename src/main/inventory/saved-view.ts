import { advertFilterSchema, mostFilters } from '#shared/inventory/advert-filter.ts'
import { advertSortSchema, advertStates, editMarks } from '#shared/inventory/advert.ts'
import { type StockView, stockViewSchema } from '#shared/inventory/view-calls.ts'
import { z } from 'zod'

/** A view as it was saved, and whether parts of it are not known here: those of another version of the app. */
export interface ReadView {
  readonly view: StockView
  readonly incomplete?: true
}

const list = z.array(z.unknown()).catch([])
const parts = z.object({
  columns: z
    .object({ order: list, widths: z.record(z.string(), z.unknown()).catch({}), hidden: list, pinned: list })
    .catch({ order: [], widths: {}, hidden: [], pinned: [] }),
  sort: list,
  filters: list,
  states: list,
  edited: z.boolean().catch(false),
  marked: z.enum(editMarks).nullable().catch(null),
  watched: z.boolean().catch(false),
})

/** Reads a saved view; what of it is not known is left out, so that one view never blocks the others. */
export function readView(text: string): ReadView {
  const saved = parsed(text)
  const whole = stockViewSchema.safeParse(saved)
  if (whole.success) return { view: whole.data }
  const { columns, sort, filters, states, edited, marked, watched } = parts.parse(
    typeof saved === 'object' && saved !== null ? { ...saved } : {},
  )
  const isColumns = stockViewSchema.shape.columns.safeParse(columns)
  const view = {
    columns: isColumns.data ?? { order: [], widths: {}, hidden: [], pinned: [] },
    sort: readable(advertSortSchema.element, sort).slice(0, 4),
    filters: readable(advertFilterSchema, filters).slice(0, mostFilters),
    states: readable(z.enum(advertStates), states).slice(0, advertStates.length),
    edited,
    marked,
    watched,
  }
  return { view, incomplete: true }
}

function readable<Schema extends z.ZodType>(schema: Schema, items: readonly unknown[]): z.output<Schema>[] {
  return items.flatMap((item) => {
    const read = schema.safeParse(item)
    return read.success ? [read.data] : []
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
