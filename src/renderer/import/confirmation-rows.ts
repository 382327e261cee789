import type { ConfirmationCode } from '#shared/import/draft.ts'
import type { DraftFilter, ProblemKind } from './check-state.svelte.ts'

/** Rows of the check to be shown, and what to look at in them. */
export interface ShownRows {
  readonly filter: DraftFilter
  readonly problem: ProblemKind | null
  /** The column that shows what it is about. */
  readonly column: string
}

const rows: Readonly<Record<ConfirmationCode, ShownRows>> = {
  'changed-since': { filter: 'warnings', problem: null, column: 'price' },
  'delete-share': { filter: 'delete', problem: null, column: 'auto_id' },
  'out-share': { filter: 'edit', problem: null, column: 'in_stock' },
  'price-jump': { filter: 'all', problem: { code: 'price-jump', column: 'price' }, column: 'price' },
  'price-unusual': { filter: 'all', problem: { code: 'price-unusual', column: 'price' }, column: 'price' },
  'car-used': { filter: 'warnings', problem: null, column: '' },
  'value-assumed': { filter: 'warnings', problem: null, column: 'price' },
  'rows-hidden': { filter: 'delete', problem: null, column: '' },
  'rows-stated': { filter: 'all', problem: null, column: '' },
  'texts-replaced': { filter: 'texts', problem: null, column: 'auto_note' },
  'sent-before': { filter: 'all', problem: { code: 'sent-before', column: '' }, column: '' },
  'twice-in-file': { filter: 'all', problem: { code: 'duplicate-row', column: '' }, column: '' },
  'in-stock': { filter: 'all', problem: { code: 'in-stock-already', column: '' }, column: '' },
}

/** The rows that a confirmation is about, and the column to look at. */
export const rowsOfConfirmation = (code: ConfirmationCode): ShownRows => rows[code]
