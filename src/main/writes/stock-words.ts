import { wordsOfReason } from '#shared/stock/reason-words.ts'
import type { Finding } from './finding.ts'

/** Why a car of a stock file is held back, and what can be done. */
export function stockWords({ value, details }: Finding): string {
  const said = (name: string): string => String(details[name] ?? '')
  return wordsOfReason(said('reason'), {
    key: value,
    other: said('other'),
    advert: said('autoId'),
    line: said('line'),
    count: Number(details.candidates ?? 0),
  })
}
