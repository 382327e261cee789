import type { Batch } from '#shared/batch/row.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { isOfFile } from './batch-title.ts'
import { nextStep } from './next-step.ts'

/** Kinds that a person looks for among all that was done. A batch may be of several kinds. */
export const activityKinds = {
  'needs-you': { label: m.activity_needs_you, is: (batch: Batch) => nextStep(batch) !== null },
  open: {
    label: m.activity_open,
    is: ({ state }: Batch) => ['ready', 'running', 'waiting', 'paused', 'preview'].includes(state),
  },
  files: { label: m.activity_files, is: isOfFile },
  edits: { label: m.word_edits, is: (batch: Batch) => does(batch, 'edits', 'edit') },
  new: { label: m.word_new, is: (batch: Batch) => does(batch, 'creates', 'create') },
  deleted: { label: m.activity_deleted, is: (batch: Batch) => does(batch, 'deletes', 'delete') },
  undone: { label: m.activity_undone, is: ({ undoOf }: Batch) => undoOf !== null },
} as const satisfies Readonly<Record<string, { label: () => string; is: (batch: Batch) => boolean }>>
export type ActivityKind = keyof typeof activityKinds

export const isActivityKind = (name: string | undefined): name is ActivityKind =>
  name !== undefined && Object.hasOwn(activityKinds, name)

const does = (
  { contents, operation }: Batch,
  count: 'creates' | 'edits' | 'deletes',
  named: Batch['operation'],
): boolean => (contents === null ? operation === named : contents[count] > 0)
