import { m } from '#shared/i18n/generated/messages.js'
import type { Client, Reply } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { Batch, RowState } from '#shared/batch/row.ts'
import type { MenuItem } from '../ui/menu-item.ts'
import { saveAnswer } from '../ui/save-file.ts'
import type { Toasts } from '../ui/toasts.svelte.ts'

interface ActivityPorts {
  readonly client: Client<Calls>
  readonly toasts: Toasts
  /** Opens the batch at its rows of this state; null for all of them. */
  readonly open: (batch: Batch, rows: RowState | null) => void
  /** The batch has another state now. */
  readonly changed: (batch: Batch) => void
  /** The undo of the batch is there to be looked at. */
  readonly undone: (preview: Batch) => void
}

/** Menu of a batch in the list: what needs no look at its rows, and the ways to them. */
export function activityMenu(batch: Batch, ports: ActivityPorts): readonly MenuItem[] {
  const { client, toasts } = ports
  const { id: batchId, counts, state, pauseReason, undoOf, desk } = batch
  if (desk !== undefined) return []
  const going = state === 'running' || state === 'waiting'
  const rests = !going && state !== 'preview'
  const refused = counts.failed + counts.invalid + counts.conflict

  const take = async (answer: Promise<Reply<Batch>>, taken: (batch: Batch) => void): Promise<void> => {
    const reply = await answer
    if (reply.ok) taken(reply.value)
    else toasts.show(`${reply.failure.words} ${reply.failure.next}`, { tone: 'conflict' })
  }
  const save = async (failedOnly: boolean): Promise<void> =>
    void saveAnswer(await client('batch:report', { batchId, failedOnly }), toasts)
  const has = (yes: boolean, label: () => string, run: () => void): MenuItem[] =>
    yes ? [{ label: label(), run }] : []

  return [
    ...has(true, m.word_show_all_rows, () => ports.open(batch, null)),
    ...has(
      counts.inDoubt > 0,
      () => m.activity_menu_doubt({ count: counts.inDoubt }),
      () => ports.open(batch, 'in-doubt'),
    ),
    ...has(
      counts.failed > 0,
      () => m.activity_next_failed({ count: counts.failed }),
      () => ports.open(batch, 'failed'),
    ),
    ...has(going, m.batch_view_pause, () => void take(client('batch:pause', { batchId }), ports.changed)),
    // Whatever else it was paused for is a question, which its page asks.
    ...has(
      state === 'paused' && pauseReason === 'person' && counts.planned > 0,
      m.word_continue,
      () => void take(client('batch:send', { batchId }), ports.changed),
    ),
    ...has(
      counts.inDoubt > 0 && rests,
      () => m.batch_view_settle({ count: counts.inDoubt }),
      () => void take(client('batch:settle', { batchId }), ports.changed),
    ),
    ...has(
      counts.done > 0 && rests,
      m.batch_undo_ask,
      () => void take(client('undo:preview', { batchId }), ports.undone),
    ),
    ...has(true, m.batch_view_report, () => void save(false)),
    ...has(refused > 0 && undoOf === null, m.batch_view_report_failed, () => void save(true)),
  ]
}
