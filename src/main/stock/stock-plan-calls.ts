import type { Handlers } from '#shared/bridge/call.ts'
import type { stockPlanCalls } from '#shared/stock/stock-plan-calls.ts'
import { keepAnswer } from './keep-answer.ts'
import { linkFound } from './link-found.ts'
import { noteLooked, planStock, type StockPlanning, stockSources } from './plan-stock.ts'

export interface StockPlanPorts {
  readonly planning: StockPlanning
  /** Resolves when the journal is checked after an unclean end: what writes to it waits for that. */
  readonly checked: () => Promise<void>
  /** Links may have changed. */
  readonly onChanged: () => Promise<void>
}

export const stockPlanHandlers = ({
  planning,
  checked,
  onChanged,
}: StockPlanPorts): Handlers<typeof stockPlanCalls, AbortSignal> => ({
  'stock:sources': () => stockSources(planning),
  'stock:plan': async ({ draftId, stock, ...consent }) => {
    await checked()
    // The window shows every plan before it can be sent.
    await noteLooked(planning, stock)
    const batch = await planStock(planning, draftId, stock, consent)
    await onChanged()
    return batch
  },
  'stock:link-found': async ({ draftId, grades }) => {
    await checked()
    const count = await linkFound(planning, draftId, grades)
    await onChanged()
    return { count }
  },
  'stock:answer': async (answer) => {
    await checked()
    await keepAnswer(planning, answer)
    await onChanged()
    return null
  },
})
