import { countingCalls, type OnCall } from '../../http/call-count.ts'
import type { AdvertPort } from './advert-port.ts'

/** The same adverts, with each request to the service counted. */
export function countedPort(port: AdvertPort, onCall: OnCall): AdvertPort {
  const { findOwn, search, serviceNow } = port
  return {
    userId: port.userId,
    write: (row, signal) => countingCalls(onCall, () => port.write(row, signal)),
    readAdvert: (autoId, signal) => countingCalls(onCall, () => port.readAdvert(autoId, signal)),
    ...(serviceNow && { serviceNow: () => serviceNow.call(port) }),
    ...(findOwn && { findOwn: (signal) => countingCalls(onCall, () => findOwn.call(port, signal)) }),
    ...(search && {
      search: (criteria, page, signal) =>
        countingCalls(onCall, () => search.call(port, criteria, page, signal)),
    }),
  }
}
