import { z } from 'zod'
import { byHandRules, missingRules, sameTrimRules } from '#shared/stock/stock-actions.ts'
import { type StockChoice, stockFilterSchema } from '#shared/stock/stock-check.ts'
import type { StockLink } from '../batch/journal/stock-links.ts'
import type { StockSource, StockSources } from '../batch/journal/stock-sources.ts'
import { type KeyedVehicle, keyedVehicleSchema } from '../import/stock/stock-facts.ts'

const rulesSchema = z.object({
  missing: z.enum(missingRules),
  byHand: z.enum(byHandRules),
  sameTrim: z.enum(sameTrimRules),
  filter: stockFilterSchema.nullable().default(null),
  quantity: z.string().nullable().default(null),
})

/** Choice for a source when its last plan was looked at. */
export const choiceOf = ({ keyColumn, choice }: StockSource) => ({
  key: keyColumn,
  ...rulesSchema.safeParse(choice).data,
})

const fileSchema = z.object({
  /** The fields that its columns gave. */
  fields: z.array(z.string()),
  /** Its cars without an advert that got none. */
  open: z.array(keyedVehicleSchema).default([]),
})
/** Kept facts of the last taken file of a source, in addition to the journal's facts about its rows. */
export type KeptFile = Readonly<z.infer<typeof fileSchema>>

/** Nothing if no file was taken, or that was not kept. */
export const keptFileOf = (source: StockSource | null): KeptFile =>
  fileSchema.safeParse(source?.choice).data ?? { fields: [], open: [] }

/** Stored form of a choice. */
export const storedChoice = ({ source: _source, key: _key, ...rules }: StockChoice, file: KeptFile) => ({
  ...rulesSchema.parse(rules),
  ...file,
})

/**
 * Keeps what was chosen for a source.
 * @param file what is kept of its file; by default what is kept already
 * @returns its number
 */
export function keepChoice(
  sources: StockSources,
  accountId: string,
  choice: StockChoice,
  file: KeptFile = keptFileOf(sources.find(accountId, choice.source)),
): number {
  return sources.save(accountId, choice.source, choice.key, storedChoice(choice, file))
}

/**
 * Keeps the cars of a file that is about to be taken in addition to the kept ones: if it isn't taken, too much is held
 * back.
 */
export function keepOpenToo(sources: StockSources, source: StockSource, open: readonly KeyedVehicle[]): void {
  const { fields, open: before } = keptFileOf(source)
  const { key, ...rules } = choiceOf(source)
  sources.save(source.accountId, source.name, key, { ...rules, fields, open: [...before, ...open] })
}

/** The source whose newest file has the key in a car without an advert; null if that is not known. */
export const askingSource = (sources: StockSources, accountId: string, key: string): number | null =>
  sources.list(accountId).find((source) => keptFileOf(source).open.some((car) => car.key === key))?.id ?? null

/**
 * Ms after which the newest file of a source no longer counts: a program that is no longer used would hold the others
 * for ever.
 */
export const usedFor = 30 * 24 * 60 * 60 * 1_000

/**
 * Keys in the newest files of other sources that have no live link: a car that this source misses may be one of them.
 * @param now ms since 1970
 */
export function openElsewhere(
  sources: StockSources,
  accountId: string,
  source: string,
  links: readonly StockLink[],
  now: number,
): KeyedVehicle[] {
  const isUsed = ({ id }: StockSource): boolean => {
    const newest = sources.newest(id)
    return newest === null || now - Date.parse(newest.takenAt) < usedFor
  }
  const others = sources.list(accountId).filter((other) => other.name !== source && isUsed(other))
  const open = others.flatMap((other) => keptFileOf(other).open)
  if (open.length === 0) return []
  const linked = new Set(links.flatMap(({ key, state }) => (state === 'live' ? [key] : [])))
  return open.filter(({ key }) => !linked.has(key))
}
