import type { DatabaseSync } from 'node:sqlite'
import { currencyIds } from '#shared/batch/currency.ts'
import type { Journal } from '../batch/journal/journal.ts'
import type { Connection } from '../http/connection.ts'
import type { OwnKnowledge } from '../inventory/advert-addresses.ts'
import { keptListed, ownReads } from '../inventory/own-reads.ts'

/** What the journal and the cache know of the account's adverts. A journal that can't be read knows nothing. */
export function ownKnowledge(
  { accountId, userId }: Connection,
  cache: DatabaseSync,
  journal: Journal,
): OwnKnowledge {
  const written = <Known>(read: () => Known, none: Known): Known => {
    try {
      return read()
    } catch {
      return none
    }
  }
  return {
    read: ownReads(cache, { accountId, userId }),
    listed: keptListed(cache, { accountId, userId }),
    created: (id) => written(() => journal.writes.createdBy(accountId, id) !== null, false),
    createdAmong: (ids) =>
      written<ReadonlySet<number>>(() => journal.writes.createdAmong(accountId, ids), new Set()),
    currency: (id) =>
      written(() => {
        const { currency_id: last } = journal.writes.values(accountId, id)
        return currencyIds.find((each) => each === last) ?? null
      }, null),
  }
}
