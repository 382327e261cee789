import { m } from '#shared/i18n/generated/messages.js'
import type { CallRow } from '#shared/demand/buyer-calls.ts'
import { sheetTime } from '#shared/time/sheet-time.ts'
import type { GridColumn } from '../../ui/grid/columns.ts'
import { formatDateTime } from '../../ui/format.ts'
import { kyivTip } from '../../ui/kyiv-time.ts'
import type { CallColumn } from './calls-list.ts'

const statusWords: Readonly<Record<string, () => string>> = {
  answer: m.calls_status_answer,
  noanswer: m.calls_unanswered,
  cancel: m.calls_status_cancel,
  busy: m.calls_status_busy,
  failed: m.calls_status_failed,
  congestion: m.calls_status_congestion,
  '': m.word_not_known,
}

/** Outcome of a call; what the app doesn't know is shown as it came. */
export const outcomeOf = ({ status }: CallRow): string => statusWords[status]?.() ?? status

/** Sequel of an unanswered call; '' without one. */
export const afterwards = ({ returnedAt, answeredAt }: CallRow): string =>
  answeredAt !== '' ? m.calls_state_answered_later() : returnedAt === null ? '' : m.calls_state_returned()

/** `1:05`: minutes and seconds; '' if that isn't known. */
export const formatSeconds = (seconds: number | null): string =>
  seconds === null ? '' : `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`

export const carOf = ({ make, model }: CallRow): string => `${make} ${model}`.trim()

/** Place of a recording, and whether that is opened: only a secure address is. */
export function recordingAt(link: string): { readonly host: string; readonly isSecure: boolean } {
  const url = URL.parse(link)
  const isSecure = url?.protocol === 'https:'
  return { host: url === null || url.host === '' ? link : url.host, isSecure }
}

const callerWords: Readonly<Record<CallRow['caller'], () => string>> = {
  here: m.calls_caller_none,
  forgotten: m.orders_page_buyer_forgotten,
  erased: m.orders_page_buyer_erased,
  locked: m.calls_caller_locked,
}

/** Why a call shows no phone. */
export const noPhoneWords = ({ caller }: CallRow): string => callerWords[caller]()

type Column = GridColumn<CallRow> & { readonly id: CallColumn }

export const columnsOfCalls = (): Column[] => [
  {
    id: 'status',
    title: m.word_outcome(),
    width: 250,
    sortable: true,
    text: (call) => [outcomeOf(call), afterwards(call)].filter(Boolean).join(' · '),
  },
  {
    id: 'at',
    title: m.calls_col_at(),
    width: 168,
    sortable: true,
    text: ({ at }) => formatDateTime(at),
    copy: ({ at }) => sheetTime(at),
    ...kyivTip((call: CallRow) => call.at),
  },
  {
    id: 'phone',
    title: m.calls_pane_caller(),
    width: 140,
    sortable: true,
    text: ({ phone }) => phone || '—',
    copy: ({ phone }) => phone,
    tip: (call) => (call.phone === '' ? noPhoneWords(call) : undefined),
  },
  {
    id: 'again',
    title: m.calls_col_again(),
    width: 140,
    sortable: true,
    text: ({ others }) => (others > 0 ? m.calls_again({ count: others }) : ''),
    copy: ({ others }) => String(others),
  },
  {
    id: 'ring',
    title: m.calls_col_ring(),
    width: 96,
    align: 'end',
    sortable: true,
    text: ({ ring }) => formatSeconds(ring),
    copy: ({ ring }) => String(ring ?? ''),
  },
  {
    id: 'talk',
    title: m.calls_col_talk(),
    width: 104,
    align: 'end',
    sortable: true,
    text: ({ talk }) => (talk === 0 ? '' : formatSeconds(talk)),
    copy: ({ talk }) => String(talk ?? ''),
  },
  { id: 'car', title: m.calls_col_car(), width: 220, sortable: true, text: carOf },
  {
    id: 'record',
    title: m.calls_col_record(),
    width: 100,
    sortable: true,
    text: ({ recorded }) => (recorded ? '♪' : ''),
    tip: ({ recorded }) => (recorded ? m.calls_with_recording() : undefined),
  },
]
