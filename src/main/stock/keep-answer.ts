import type { StockAnswer } from '#shared/stock/stock-plan-calls.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { advertName } from '../import/stock/stock-facts.ts'
import { timestamp } from '../system/clock.ts'
import { foldOf } from '../writes/stock-key.ts'
import { writtenOfMany } from '../joins/batch-ports.ts'
import { askingSource } from './kept-choice.ts'
import type { StockPlanning } from './plan-stock.ts'
import type { CandidateGrade } from '#shared/stock/stock-actions.ts'

/**
 * Keeps what a person answered about a car of a stock file; the next plan goes by it.
 * @throws Fault `advert-unknown` if a number is to be that of an advert that is none of the account's, `engine-locked`, `usage` as
 * LinkAnswers does; those of `Team.changeLinks`
 */
export async function keepAnswer(planning: StockPlanning, answer: StockAnswer): Promise<void> {
  const { account, team } = planning
  const { accountId } = await account()
  const alike = answer.answer === 'none' ? await advertsLike(planning, answer.autoId) : []
  if (answer.answer === 'link' && !(await mayBeOwn(planning, answer.autoId)))
    throw new Fault('advert-unknown', { autoId: answer.autoId })
  await team.changeLinks(accountId, () => keep(planning, accountId, answer, alike))
}

function keep(
  { batches, clock }: StockPlanning,
  accountId: string,
  answer: StockAnswer,
  alike: readonly number[],
): void {
  const { linkAnswers, sources } = batches.recovery.ensureLock().tables
  const asking = (newKey: string): number | null => askingSource(sources, accountId, newKey)
  const at = timestamp(clock)
  const { key } = answer
  switch (answer.answer) {
    case 'link':
      linkAnswers.set(accountId, { key, fold: foldOf(key), autoId: answer.autoId, origin: 'hand' }, at)
      break
    case 'move':
      refuseLinked(batches, accountId, key)
      linkAnswers.move(accountId, answer.from, { key, fold: foldOf(key), source: asking(key) }, at)
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

/** A number that has an advert keeps it: which of two is the car's is said by a cut. @throws Fault `usage` (`linked`) */
function refuseLinked(batches: StockPlanning['batches'], accountId: string, key: string): void {
  const link = batches.stockLinks().find(accountId, key)
  if (link?.state === 'live') throw new Fault('usage', { reason: 'linked', autoId: link.autoId, value: key })
}

/** An advert that the app made may not be shown yet: then its own writes know it. */
async function mayBeOwn({ inventory, owner, batches }: StockPlanning, autoId: number): Promise<boolean> {
  const { accountId, userId } = await owner()
  const [facts] = inventory.table.facts.brief(accountId, [autoId])
  return facts ? facts.userId === userId : writtenOfMany(batches, accountId, [autoId]).size > 0
}

/** The own adverts of the make and model of one, itself among them. */
async function advertsLike({ inventory, owner }: StockPlanning, autoId: number): Promise<number[]> {
  const own = await owner()
  const like = [autoId]
  const [one] = inventory.table.facts.brief(own.accountId, [autoId])
  if (!one) return like
  for (const page of inventory.table.known.vehicles(own))
    for (const { id, makeId, modelId } of page)
      if (id !== autoId && makeId === one.makeId && modelId === one.modelId) like.push(id)
  return like
}

/**
 * Links cars of a checked file to the adverts that were found for them so surely.
 * @returns how many
 * @throws Fault `engine-locked`, `draft-unknown`; those of `Team.changeLinks`
 */
export async function linkFound(
  { drafts, batches, account, clock, team }: StockPlanning,
  draftId: string,
  grades: readonly CandidateGrade[],
): Promise<number> {
  const found = await drafts.ask('foundAdverts', draftId, grades)
  if (found.length === 0) return 0
  const { accountId } = await account()
  const { linkAnswers } = batches.recovery.ensureLock().tables
  await team.changeLinks(accountId, () => {
    for (const { key, autoId, grade } of found)
      linkAnswers.set(
        accountId,
        { key, fold: foldOf(key), autoId, origin: grade === 'certain' ? 'column' : 'matched' },
        timestamp(clock),
      )
  })
  return found.length
}
