import type { Batch, Counts } from '#shared/batch/row.ts'

const none: Counts = {
  planned: 0,
  sending: 0,
  done: 0,
  failed: 0,
  inDoubt: 0,
  conflict: 0,
  invalid: 0,
  skipped: 0,
}

/** A batch of a file that changed some prices, apart from what is named. */
export const batchWith = ({
  counts,
  ...more
}: Partial<Omit<Batch, 'counts'>> & { readonly counts?: Partial<Counts> } = {}): Batch => ({
  id: 'b',
  accountId: 'a',
  fileName: 'stock.csv',
  operation: 'edit',
  state: 'finished',
  pauseReason: null,
  wakesAt: null,
  waitsFor: null,
  undoOf: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  finishedAt: null,
  total: 0,
  sentBefore: 0,
  requests: 0,
  file: null,
  contents: null,
  counts: { ...none, ...counts },
  ...more,
})
