import type { Quota } from '../../../src/main/batch/sending/advert-port.ts'

/** A service without limits. */
export const noQuota: Quota = { freeFor: () => null }
