import { m } from '#shared/i18n/generated/messages.js'
import type { OrderRow } from '#shared/orders/orders-calls.ts'

type Item = OrderRow['items'][number]

/** The deletion of an advert as a file for the import, whose check shows what goes before it is sent. */
export interface AdvertDeletion {
  readonly fileName: string
  /** CSV by the contract's names. */
  readonly text: string
}

/** Null if there is nothing to delete: the advert is not saved, or gone already. */
export function advertDeletion({ advId, advert }: Item): AdvertDeletion | null {
  if (advId === null || advert === null || advert.state === 'gone') return null
  return {
    fileName: m.orders_page_stage_file({ id: advId }),
    text: `auto_id,action\r\n${advId},delete\r\n`,
  }
}

/** Whether "in stock" of the advert can be edited: the contract wants a currency with every edit. */
export const canEditStock = ({ advert }: Item): boolean =>
  advert !== null && advert.state !== 'gone' && advert.currency !== ''
