import type { Handlers } from '#shared/bridge/call.ts'
import type { proxyCalls } from '#shared/proxy/proxy-calls.ts'
import type { ProxyLogins } from './proxy-logins.ts'

export const proxyHandlers = (logins: ProxyLogins): Handlers<typeof proxyCalls> => ({
  'proxy:list': () => logins.list(),
  'proxy:log-in': async ({ proxy, user, password }) => ({
    state: await logins.logIn(proxy, `${user}:${password}`),
  }),
  'proxy:forget': async ({ proxy }) => {
    await logins.forget(proxy)
    return logins.list()
  },
})
