import type { Handlers } from '#shared/bridge/call.ts'
import type { advertFormCalls } from '#shared/advert-form/advert-form-calls.ts'
import type { AdvertFormService } from './advert-form-service.ts'

export const advertFormHandlers = (
  forms: () => Promise<AdvertFormService>,
): Handlers<typeof advertFormCalls, AbortSignal> => ({
  'advert-form:kept': async () => (await forms()).kept(),
  'advert-form:keep': async ({ accountId, form }) => (await forms()).keep(accountId, form),
  'advert-form:discard': async ({ accountId }) => {
    ;(await forms()).discard(accountId)
    return null
  },
  'advert-form:like': async ({ id }) => (await forms()).like(id),
  'advert-form:names': async ({ list, within }, signal) => (await forms()).names(list, within, signal),
  'advert-form:stage': async ({ accountId, form }) => (await forms()).stage(accountId, form),
})
