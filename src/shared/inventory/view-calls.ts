import { z } from 'zod'
import { idText } from '../bridge/bounds.ts'
import { call } from '../bridge/call.ts'
import { advertFilterSchema, mostFilters } from './advert-filter.ts'
import { advertSortSchema, advertStates, editMarks, groupColumns } from './advert.ts'

const columnName = z.string().max(40)
const mostColumns = 60
const columnNames = z.array(columnName).max(mostColumns)
const widths = z
  .record(columnName, z.number().min(0).max(10_000))
  .refine((columns) => Object.keys(columns).length <= mostColumns)
  .meta({ mostEntries: mostColumns })

/** Look of the inventory: its columns as a person arranged them, what it is sorted and what it is filtered by. */
export const stockViewSchema = z.object({
  columns: z.object({
    order: columnNames,
    /** In px. */
    widths,
    hidden: columnNames,
    pinned: columnNames,
  }),
  sort: advertSortSchema,
  filters: z.array(advertFilterSchema).max(mostFilters),
  states: z.array(z.enum(advertStates)).max(advertStates.length),
  edited: z.boolean(),
  marked: z.enum(editMarks).nullable(),
  watched: z.boolean(),
  group: z.enum(groupColumns).nullable(),
})
export type StockView = z.infer<typeof stockViewSchema>

const viewName = z.string().trim().min(1).max(60)

export const savedViewSchema = z.object({
  id: idText,
  name: z.string(),
  view: stockViewSchema,
  /** Parts of it can't be read, and were left out. */
  incomplete: z.literal(true).optional(),
})
export type SavedView = z.infer<typeof savedViewSchema>

/** Each answers all views of the account, in the order in which they were saved first. */
export const viewCalls = {
  'inventory:views': call(z.null(), z.array(savedViewSchema)),
  /** A view of this name is replaced; answers as many as before if there are `mostViews` already. */
  'inventory:save-view': call(z.object({ name: viewName, view: stockViewSchema }), z.array(savedViewSchema)),
  /** Another view that has the name already keeps it, and this one its own. */
  'inventory:rename-view': call(z.object({ id: idText, name: viewName }), z.array(savedViewSchema)),
  'inventory:delete-view': call(z.object({ id: idText }), z.array(savedViewSchema)),
}
