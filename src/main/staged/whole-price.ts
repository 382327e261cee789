import { m } from '#shared/i18n/generated/messages.js'
import { type CellValue, isSameCell } from './staged-edit.ts'
import type { CellReading } from './staged-ports.ts'

/** The service shows prices in whole units: a price that differs by less would never be seen to be there, and is refused. */
export function wholePrice(read: CellReading, now: CellValue | null): CellReading {
  if (!read.value || now === null || read.value.value === now.value) return read
  if (!isSameCell('price', read.value, now)) return read
  const message = m.staged_cents({ price: String(now.value) })
  return { problem: { column: 'price', code: 'nothing-to-change', severity: 'error', message, details: {} } }
}
