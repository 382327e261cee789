import { m } from '#shared/i18n/generated/messages.js'
import type { OrderRow } from '#shared/orders/orders-calls.ts'

/** A change of an advert that an order suggests: a file for the import, whose check shows old → new before it is sent. */
export interface StagedChange {
  readonly label: string
  readonly fileName: string
  /** CSV by the contract's names. */
  readonly text: string
}

/** The advert of an item as a row to import; null if it can't be changed: it is not saved, or gone already. */
export function stagedRows(
  kind: 'in-stock' | 'delete',
  { advId, advert }: OrderRow['items'][number],
): StagedChange | null {
  if (advId === null || advert === null || advert.state === 'gone') return null
  const fileName = m.orders_page_stage_file({ id: advId })
  if (kind === 'delete')
    return {
      label: m.orders_page_stage_delete(),
      fileName,
      text: `auto_id,action\r\n${advId},delete\r\n`,
    }
  // The contract wants a currency with every edit: the advert's own changes nothing.
  if (advert.currency === '') return null
  return {
    label: m.orders_page_stage_in_stock(),
    fileName,
    text: `auto_id,currency_id,in_stock\r\n${advId},${advert.currency},0\r\n`,
  }
}
