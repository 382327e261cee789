import type { OrderRow } from '#shared/orders/orders-calls.ts'

type Item = OrderRow['items'][number]

/** True if there is an advert to delete: it is saved, and not gone. */
export const canDelete = ({ advert }: Item): boolean => advert !== null && advert.state !== 'gone'

/** True if "in stock" of the advert can be edited: the contract wants a currency with every edit. */
export const canEditStock = ({ advert }: Item): boolean =>
  advert !== null && advert.state !== 'gone' && advert.currency !== ''
