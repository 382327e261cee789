import { m } from '../i18n/generated/messages.js'
import type { Shift } from './draft.ts'

/** Two rows of a shifted file, as a person finds the slip by them. */
export const shiftExamples = ({ by, examples }: Shift): string =>
  examples
    .map(({ line, named, title }) => {
      if (by === 'prices') return m.import_shift_price({ line, named, title })
      return title === ''
        ? m.import_shift_vehicle({ line, named })
        : m.import_shift_name({ line, named, title })
    })
    .join('; ')
