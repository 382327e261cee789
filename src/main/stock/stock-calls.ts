import type { Handlers } from '#shared/bridge/call.ts'
import type { stockCalls } from '#shared/stock/stock-calls.ts'
import type { AdvertLinks } from './advert-links.ts'
import type { stockPlanCalls } from '#shared/stock/stock-plan-calls.ts'
import { keepAnswer, linkFound } from './keep-answer.ts'
import { noteLooked, planStock, type StockPlanning, stockSources } from './plan-stock.ts'

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

interface StockPlanPorts {
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
