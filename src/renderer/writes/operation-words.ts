import type { Operation } from '#shared/batch/operation.ts'
import { m } from '#shared/i18n/generated/messages.js'

/** Deed of a row or a whole batch, as a noun. Words are functions: the language may change while the window is open. */
export const operationWords: Readonly<Record<Operation | 'mixed', () => string>> = {
  create: m.batch_view_operation_create,
  edit: m.batch_view_operation_edit,
  delete: m.batch_view_operation_delete,
  mixed: m.batch_view_operation_mixed,
}
