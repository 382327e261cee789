import { fieldNamed } from '../batch/field-lists.ts'
import { m } from '../i18n/generated/messages.js'
import type { StockCheck } from './stock-check.ts'

const labelOf = (field: string): string => fieldNamed(field)?.label() ?? field

/** Notes about a file besides its cars, in the window and on the command line. */
export function stockNotes({
  twins,
  lostZeros,
  vanished,
  silent,
}: Pick<StockCheck, 'twins' | 'lostZeros' | 'vanished' | 'silent'>): string[] {
  const notes = [
    vanished.length > 0 && m.stock_note_vanished({ fields: vanished.map(labelOf).join(', ') }),
    lostZeros > 1 && m.stock_note_zeros({ count: lostZeros }),
    silent.length > 0 && m.stock_note_silent({ sources: silent.join(', ') }),
    twins > 0 && m.stock_twins({ count: twins }),
  ]
  return notes.filter((note) => note !== false)
}
