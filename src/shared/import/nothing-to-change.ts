import type { Check } from './draft.ts'

/** True if a file has nothing to send because its adverts have all of its values already, not because of problems. */
export const isNothingToChange = ({
  rows,
  toSend,
  unchanged,
  leftOut,
}: Pick<Check, 'rows' | 'toSend' | 'unchanged' | 'leftOut'>): boolean =>
  toSend === 0 && unchanged > 0 && unchanged + leftOut >= rows
