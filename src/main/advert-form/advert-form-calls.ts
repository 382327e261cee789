import type { Handlers } from '#shared/bridge/call.ts'
import type { advertFormCalls } from '#shared/advert-form/advert-form-calls.ts'
import type { AdvertFormService } from './advert-form-service.ts'

export const advertFormHandlers = (
  forms: AdvertFormService,
): Handlers<typeof advertFormCalls, AbortSignal> => ({
  'advert-form:kept': () => forms.kept(),
  'advert-form:keep': ({ accountId, form }) => forms.keep(accountId, form),
  'advert-form:discard': ({ accountId }) => {
    forms.discard(accountId)
    return null
  },
  'advert-form:like': ({ id }) => forms.like(id),
  'advert-form:names': ({ list, within }, signal) => forms.names(list, within, signal),
  'advert-form:file': ({ accountId, form }) => forms.file(accountId, form),
})
