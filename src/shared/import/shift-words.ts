import { m } from '../i18n/generated/messages.js'
import type { Shift, Slip } from './draft.ts'

/** Two rows of a shifted file, as a person finds the slip by them. */
export const shiftExamples = ({ by, examples, slip }: Shift): string =>
  [
    ...examples.map(({ line, named, title }) => {
      if (by === 'prices') return m.import_shift_price({ line, named, title })
      return title === ''
        ? m.import_shift_vehicle({ line, named })
        : m.import_shift_name({ line, named, title })
    }),
    ...(slip ? [slipWords(slip)] : []),
  ].join('; ')

/** Source of the prices of rows: the line above each, or the one below. */
export const slipWords = ({ way, from, to }: Slip): string =>
  (way === 'low' ? m.import_slip_low_text : m.import_slip_high_text)({ from, to })
