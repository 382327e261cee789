import { Fault } from '#shared/bridge/failure.ts'
import type { AdvertPort, SearchCriteria } from '../sending/advert-port.ts'

/**
 * The same port, which says that the quota is used up instead of waiting for it out of sight.
 * @param freeAt null where a call may go now, else when it may, ms since 1970
 */
export function withinQuota(port: AdvertPort, freeAt: () => number | null, now: () => number): AdvertPort {
  const check = (): void => {
    const at = freeAt()
    if (at !== null)
      throw new Fault('quota', {
        wakesAt: new Date(at).toISOString(),
        minutes: Math.ceil((at - now()) / 60_000),
      })
  }
  return {
    ...port,
    async readAdvert(...asked) {
      check()
      return port.readAdvert(...asked)
    },
    ...(port.findOwn && {
      async findOwn(signal: AbortSignal) {
        check()
        return (await port.findOwn?.(signal)) ?? null
      },
    }),
    ...(port.search && {
      async search(criteria: SearchCriteria, page: number, signal: AbortSignal) {
        check()
        return (await port.search?.(criteria, page, signal)) ?? []
      },
    }),
  }
}
