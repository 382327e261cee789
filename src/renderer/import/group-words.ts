import { m } from '#shared/i18n/generated/messages.js'
import type { RowGroup } from '#shared/stock/stock-actions.ts'
import type { Tone } from '../ui/tone.ts'
import type { CheckState } from './check-state.svelte.ts'

/** Names of the groups of a check's rows. */
export const groupWords: Readonly<Record<RowGroup, () => string>> = {
  missing: m.stock_chip_missing,
  error: m.word_with_errors,
  asked: m.stock_action_asked,
  delete: m.batch_view_operation_delete,
  edit: m.stock_chip_edit,
  create: m.word_new,
  waiting: m.stock_chip_waiting,
  kept: m.stock_chip_kept,
  unchanged: m.word_unchanged,
}

export const groupTones: Readonly<Record<RowGroup, Tone>> = {
  missing: 'plain',
  error: 'conflict',
  asked: 'warning',
  delete: 'proposed',
  edit: 'proposed',
  create: 'proposed',
  waiting: 'warning',
  kept: 'plain',
  unchanged: 'plain',
}

/** Why the rows of a group are not sent, or their order; '' if there is nothing to say. */
export function groupNote({ result, open }: CheckState, group: RowGroup): string {
  if (group === 'error') return m.import_group_error()
  if (group === 'asked') return result?.stock || open.length > 0 ? m.import_group_asked() : ''
  const { down = 0, up = 0 } = result?.prices ?? {}
  return group === 'edit' && down + up > 1 ? m.import_group_edit() : ''
}
