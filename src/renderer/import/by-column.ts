import { m } from '#shared/i18n/generated/messages.js'
import type { DraftRow } from '#shared/import/draft.ts'
import { percentWords } from '#shared/words/percent-words.ts'
import type { GridColumn } from '../ui/grid/columns.ts'

/** Distance of a row's price from that of its advert. */
export const byColumn = (): GridColumn<DraftRow> => ({
  id: 'by',
  title: m.import_slip_by(),
  width: 72,
  align: 'end',
  text: ({ payload: { price }, rowPrice, before }) => {
    const old = rowPrice ?? before.price
    return typeof price !== 'number' || typeof old !== 'number' || old <= 0 || price === old
      ? ''
      : percentWords((price / old - 1) * 100)
  },
})
