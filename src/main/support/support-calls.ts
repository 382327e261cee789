import type { Handlers } from '#shared/bridge/call.ts'
import type { supportCalls } from '#shared/support/support-calls.ts'
import type { SupportService } from './support-service.ts'

export const supportHandlers = (
  support: () => Promise<SupportService>,
  showLog: () => void,
): Handlers<typeof supportCalls> => ({
  'support:about': async () => (await support()).about(),
  'support:look': async () => (await support()).look(),
  'support:archive': async ({ id }) => (await support()).archive(id),
  'support:show-log': () => {
    showLog()
    return null
  },
})
