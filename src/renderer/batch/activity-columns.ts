import { m } from '#shared/i18n/generated/messages.js'
import type { Batch } from '#shared/batch/row.ts'
import type { GridColumn } from '../ui/grid/columns.ts'
import { readMoment } from '#shared/time/service-time.ts'
import { timeWords } from '#shared/time/time-words.ts'
import { type DayHead, isDayHead } from '../ui/day-heads.ts'
import { formatDateTime, formatNumber } from '../ui/format.ts'
import { activityStatus, advertsOf } from './activity-status.ts'
import { batchDeed, batchOrigin } from './batch-title.ts'
import { nextStep } from './next-step.ts'
import { SvelteSet } from 'svelte/reactivity'
import { perWindow } from '../ui/per-window.svelte.ts'

/** A batch, or the head of the day that the batches below it are of. */
export type ActivityLine = Batch | DayHead
type ActivityColumn = Pick<
  GridColumn<Batch>,
  'id' | 'title' | 'width' | 'grows' | 'align' | 'text' | 'copy' | 'tip'
>

/** Time of the day of a moment. */
export function timeOf(at: string): string {
  const date = readMoment(at)
  return date ? timeWords(date) : at
}

interface ActivityNames {
  /** Name of the account of a batch, if batches of several accounts are shown. */
  readonly account: ((accountId: string) => string) | undefined
  /** True if all that the batch did was taken back since. */
  readonly isUndone: (batch: Batch) => boolean
}

export const activityColumns = (names: ActivityNames): GridColumn<ActivityLine>[] =>
  batchColumns(names).map(underHeads)

/** The head of a day stands in the column that comes first, whichever that is: the style hides it in the others. */
const underHeads = ({ text, copy = text, tip, ...column }: ActivityColumn): GridColumn<ActivityLine> => ({
  ...column,
  text: (line) => (isDayHead(line) ? line.day : text(line)),
  copy: (line) => (isDayHead(line) ? (column.id === 'created' ? line.day : '') : copy(line)),
  tip: (line) => (isDayHead(line) ? undefined : tip?.(line)),
})

function batchColumns({ account, isUndone }: ActivityNames): ActivityColumn[] {
  return [
    {
      id: 'created',
      title: m.batch_page_column_created(),
      width: 84,
      text: ({ createdAt }) => timeOf(createdAt),
      copy: ({ createdAt }) => formatDateTime(createdAt),
      tip: ({ createdAt }) => formatDateTime(createdAt),
    },
    { id: 'what', title: m.activity_column_what(), width: 222, grows: true, text: batchDeed, tip: batchDeed },
    { id: 'from', title: m.activity_column_from(), width: 140, text: batchOrigin, tip: batchOrigin },
    ...(account
      ? [
          {
            id: 'account',
            title: m.batch_page_column_account(),
            width: 150,
            text: ({ accountId }: Batch) => account(accountId),
          },
        ]
      : []),
    {
      id: 'adverts',
      title: m.word_adverts(),
      width: 96,
      align: 'end',
      text: (batch) => formatNumber(advertsOf(batch)),
      tip: () => m.activity_adverts_what(),
    },
    {
      id: 'state',
      title: m.word_state(),
      // The longest states, such as “15 of 40 rows could not be read”, in both languages.
      width: 200,
      text: (batch) => activityStatus(batch, isUndone(batch)).label,
    },
    {
      id: 'next',
      title: m.activity_column_next(),
      width: 230,
      text: (batch) => nextStep(batch)?.label ?? '',
    },
    {
      id: 'progress',
      title: m.batch_page_column_progress(),
      width: 160,
      text: ({ counts, total }) => `${formatNumber(counts.done)} / ${formatNumber(total)}`,
    },
    {
      id: 'requests',
      title: m.activity_column_requests(),
      width: 90,
      align: 'end',
      text: ({ requests }) => (requests === null ? '—' : formatNumber(requests)),
      tip: ({ requests }) => (requests === null ? m.activity_requests_unknown() : m.activity_requests_what()),
    },
  ]
}

/** The days of which the list of Activity shows the head alone: `2026-11-23`. */
export const foldedDaysOf = perWindow(() => new SvelteSet<string>())
