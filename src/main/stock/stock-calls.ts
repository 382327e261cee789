import type { Handlers } from '#shared/bridge/call.ts'
import type { stockCalls } from '#shared/stock/stock-calls.ts'
import type { AdvertLinks } from './advert-links.ts'

/**
 * @param checked resolves when the journal is checked after an unclean end: what writes to it waits for that
 * @param hasNumbers whether any advert of the current account has a number
 */
export const stockHandlers = (
  links: AdvertLinks,
  checked: () => Promise<void>,
  hasNumbers: () => Promise<boolean>,
): Handlers<typeof stockCalls, AbortSignal> => ({
  'stock:has-numbers': () => hasNumbers(),
  'stock:link-of': ({ autoId }) => links.of(autoId),
  'stock:ordered': ({ cars }) => links.ordered(cars),
  'stock:link': async ({ key, autoId, from }) => {
    await checked()
    return links.link(key, autoId, from)
  },
  'stock:cut': async ({ key, autoId }) => {
    await checked()
    await links.cut(key, autoId)
    return null
  },
  'stock:pin': async ({ key, autoId, field, pinned }) => {
    await checked()
    return links.pin(key, autoId, field, pinned)
  },
})
