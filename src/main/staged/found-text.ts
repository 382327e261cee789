import type { BulkChange } from '#shared/staged/bulk-change.ts'

type Replace = Extract<BulkChange, { kind: 'replace' }>

/** Every place of the words that are looked for, which are meant as they are written. */
export const placesOf = ({ find, exactCase }: Pick<Replace, 'find' | 'exactCase'>): RegExp =>
  new RegExp(find.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), exactCase ? 'gu' : 'giu')

/** How often they are in a text. */
export const foundIn = (text: string, change: Pick<Replace, 'find' | 'exactCase'>): number =>
  text.match(placesOf(change))?.length ?? 0
