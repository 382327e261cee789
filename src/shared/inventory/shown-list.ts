import { z } from 'zod'
import { advertFilterSchema, mostFilters } from './advert-filter.ts'
import { advertSortSchema, advertStates, editMarks, groupColumns } from './advert.ts'
import { stockViewSchema } from './view-calls.ts'

/** Selection and order of the listed adverts: a view without its columns. */
export const shownListSchema = stockViewSchema.omit({ columns: true })
export type ShownList = z.infer<typeof shownListSchema>

const list = z.array(z.unknown()).catch([])
const parts = z.object({
  sort: list,
  filters: list,
  states: list,
  edited: z.boolean().catch(false),
  marked: z.enum(editMarks).nullable().catch(null),
  watched: z.boolean().catch(false),
  group: z.enum(groupColumns).nullable().catch(null),
})

/**
 * Reads a list that was kept, in a view or in an address. Unknown parts of it are left out, so that they never block
 * the rest.
 * @returns the list, and whether parts of it were left out
 */
export function readShownList(kept: unknown): { readonly list: ShownList; readonly incomplete?: true } {
  const whole = shownListSchema.safeParse(kept)
  if (whole.success) return { list: whole.data }
  const { sort, filters, states, ...rest } = parts.parse(
    typeof kept === 'object' && kept !== null ? { ...kept } : {},
  )
  return {
    list: {
      sort: readable(advertSortSchema.element, sort).slice(0, 4),
      filters: readable(advertFilterSchema, filters).slice(0, mostFilters),
      states: readable(z.enum(advertStates), states).slice(0, advertStates.length),
      ...rest,
    },
    incomplete: true,
  }
}

function readable<Schema extends z.ZodType>(schema: Schema, items: readonly unknown[]): z.output<Schema>[] {
  return items.flatMap((item) => {
    const read = schema.safeParse(item)
    return read.success ? [read.data] : []
  })
}
