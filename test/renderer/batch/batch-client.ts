import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import { batchHandlers } from '../../../src/main/batch/batch-calls.ts'
import type { Dealership } from '../../main/batch/dealership.ts'
import { clientOf } from '../handler-client.ts'

/** A window's client for the batches of a dealership whose journal is checked. */
export const batchClient = (
  shop: Pick<Dealership, 'batches'>,
  onAsked?: (name: string) => void,
): Client<Calls> =>
  clientOf(
    batchHandlers({
      listSeparator: () => ';',
      batches: shop.batches,
      checked: () => Promise.resolve(),
      vehicleNames: () => ({}),
      advertTitles: () => new Map(),
      deletedAdvert: () => null,
      plan: () => Promise.reject(new Error('no file is planned here')),
    }),
    onAsked,
  )
