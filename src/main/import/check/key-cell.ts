import { readStockKey, type StockKey } from '../../writes/stock-key.ts'
import { isCellError } from './cell-error.ts'
import { isNoValue } from './no-value.ts'

/** Why a cell has no key, and what is in it. */
export interface KeyTrouble {
  readonly reason: 'no-key' | 'long-key' | 'shortened-key' | 'error-key'
  readonly text: string
}

export type KeyCell =
  | { readonly key: StockKey; readonly trouble: null }
  | { readonly key: null; readonly trouble: KeyTrouble }

/** `1,23457E+12`: what a spreadsheet makes of a long number. A dealer's own `12E5` is none. */
const shortened = /^\d(?:[.,]\d+)?[eе]\+\d+$/i

/** The key in a cell of a stock file, or the reason why the row's car is unknown. */
export function readKeyCell(text: string): KeyCell {
  const trouble = (reason: KeyTrouble['reason']): KeyCell => ({ key: null, trouble: { reason, text } })
  const bare = text.trim()
  if (shortened.test(bare)) return trouble('shortened-key')
  if (isCellError(bare)) return trouble('error-key')
  const key = isNoValue(bare) ? null : readStockKey(text)
  if (key) return { key, trouble: null }
  return trouble(isBlank(text) ? 'no-key' : 'long-key')
}

const isBlank = (text: string): boolean => isNoValue(text) || text.replace(/[\s\p{Cf}]+/gu, '') === ''
