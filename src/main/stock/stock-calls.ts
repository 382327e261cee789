import type { Handlers } from '#shared/bridge/call.ts'
import type { stockCalls } from '#shared/stock/stock-calls.ts'
import type { stockPlanCalls } from '#shared/stock/stock-plan-calls.ts'
import { after } from '../batch/batch-calls.ts'
import type { AdvertLinks } from './advert-links.ts'
import { keepAnswer, linkFound } from './keep-answer.ts'
import type { LinkChanges } from './link-changes.ts'
import { noteLooked, planStock, type StockPlanning, stockSources } from './plan-stock.ts'

interface StockParts {
  readonly links: AdvertLinks
  readonly stock: StockPlanning
  readonly linkChanges: LinkChanges
}

/** @param checked resolves when the journal is checked after an unclean end: what writes to it waits for that */
export const stockHandlers = (
  { links, stock: planning, linkChanges }: StockParts,
  checked: () => Promise<void>,
): Handlers<typeof stockCalls & typeof stockPlanCalls, AbortSignal> => ({
  'stock:has-numbers': () => linkChanges.hasAny(),
  'stock:link-of': ({ autoId }) => links.of(autoId),
  'stock:ordered': ({ cars }) => links.ordered(cars),
  'stock:link': after(checked, ({ key, autoId, from }) => links.link(key, autoId, from)),
  'stock:cut': after(checked, async ({ key, autoId }) => {
    await links.cut(key, autoId)
    return null
  }),
  'stock:pin': after(checked, ({ key, autoId, field, pinned }) => links.pin(key, autoId, field, pinned)),
  'stock:sources': () => stockSources(planning),
  'stock:plan': after(checked, async ({ draftId, stock, ...consent }) => {
    // The window shows every plan before it can be sent.
    await noteLooked(planning, stock)
    const batch = await planStock(planning, draftId, stock, consent)
    await linkChanges.look()
    return batch
  }),
  'stock:link-found': after(checked, async ({ draftId, grades }) => {
    const count = await linkFound(planning, draftId, grades)
    await linkChanges.look()
    return { count }
  }),
  'stock:answer': after(checked, async (answer) => {
    await keepAnswer(planning, answer)
    await linkChanges.look()
    return null
  }),
})
