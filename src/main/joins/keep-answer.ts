import type { StockAnswer } from '#shared/stock/stock-plan-calls.ts'
import { advertName } from '../import/stock/stock-facts.ts'
import { timestamp } from '../system/clock.ts'
import { foldOf } from '../writes/stock-key.ts'
import type { StockPlanning } from './plan-stock.ts'

/**
 * Keeps what a person answered about a car of a stock file; the next plan goes by it.
 * @throws Fault `engine-locked`, `usage` as LinkAnswers does
 */
export async function keepAnswer(planning: StockPlanning, answer: StockAnswer): Promise<void> {
  const { batches, clock, account } = planning
  const { accountId } = await account()
  const alike = answer.answer === 'none' ? await advertsLike(planning, answer.autoId) : []
  const { linkAnswers } = batches.recovery.ensureLock()
  const at = timestamp(clock)
  const { key } = answer
  switch (answer.answer) {
    case 'link':
      linkAnswers.set(accountId, { key, fold: foldOf(key), autoId: answer.autoId, origin: 'hand' }, at)
      break
    case 'move':
      linkAnswers.move(accountId, answer.from, { key, fold: foldOf(key) }, at)
      break
    case 'apart':
      linkAnswers.apart(accountId, key, [answer.other], at)
      break
    case 'none':
      linkAnswers.apart(accountId, key, alike.map(advertName), at)
      break
    case 'outside':
      linkAnswers.outside(accountId, answer.autoId, true, at)
      break
    case 'new':
      linkAnswers.renew(accountId, key, at)
      break
    case 'cut':
      linkAnswers.cut(accountId, key, at)
      break
    case 'take-file':
      linkAnswers.takeFile(accountId, key, answer.field, at)
      break
    case 'pin':
      linkAnswers.pin(accountId, key, answer.field, answer.pinned, at)
  }
}

/** The own adverts of the make and model of one, itself among them. */
async function advertsLike({ inventory, owner }: StockPlanning, autoId: number): Promise<number[]> {
  const own = await owner()
  const like = [autoId]
  const [one] = inventory.briefFacts(own.accountId, [autoId])
  if (!one) return like
  for (const page of inventory.vehicles(own))
    for (const { id, makeId, modelId } of page)
      if (id !== autoId && makeId === one.makeId && modelId === one.modelId) like.push(id)
  return like
}
