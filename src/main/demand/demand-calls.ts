import type { Handlers } from '#shared/bridge/call.ts'
import type { demandCalls } from '#shared/demand/demand-calls.ts'
import type { CallLimits } from '#shared/settings/quota-packages.ts'
import type { BuyerCallsService } from './calls/buyer-calls-service.ts'
import type { DemandService } from './demand-service.ts'

export const demandHandlers = (
  demand: () => Promise<DemandService>,
  calls: BuyerCallsService,
  limits: () => CallLimits,
): Handlers<typeof demandCalls, AbortSignal> => ({
  async 'demand:days'({ id, days }) {
    const service = await demand()
    const known = (await service.known([id], days)).get(id) ?? null
    return { missing: await service.isMissing(), known, edits: await service.edits(id) }
  },
  async 'demand:read'({ id, days }, signal) {
    const service = await demand()
    const unknown = await service.read([id], { days, signal })
    return unknown.length > 0 ? null : ((await service.known([id], days)).get(id) ?? null)
  },
  'demand:totals': async ({ id }) => (await demand()).totals(id),
  'demand:read-totals': async ({ id }, signal) => (await demand()).readTotals(id, signal),
  'demand:stock-days': async ({ days }) => (await demand()).ofStock(days),
  'demand:any': async () => (await demand()).any(),
  'demand:background': async () => (await demand()).background(limits()),
  'demand:calls': () => calls.list(),
  'demand:read-calls': (_request, signal) => calls.refresh(signal),
  'demand:call-returned': ({ id, returned }) => calls.markReturned(id, returned),
})
