import { countingCalls, type OnCall } from '../../http/call-count.ts'
import type { AdvertPort } from './advert-port.ts'

/** The same adverts, with each request to the service counted. */
export const countedPort = (port: AdvertPort, onCall: OnCall): AdvertPort => ({
  userId: port.userId,
  write: (row, signal) => countingCalls(onCall, () => port.write(row, signal)),
  readAdvert: (autoId, signal) => countingCalls(onCall, () => port.readAdvert(autoId, signal)),
  ...('serviceNow' in port && { serviceNow: () => port.serviceNow?.() ?? null }),
  ...('findOwn' in port && {
    findOwn: async (signal) => countingCalls(onCall, () => port.findOwn?.(signal)) ?? null,
  }),
  ...('search' in port && {
    search: async (criteria, page, signal) =>
      countingCalls(onCall, () => port.search?.(criteria, page, signal)) ?? [],
  }),
})
