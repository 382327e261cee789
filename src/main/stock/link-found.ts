import type { CandidateGrade } from '#shared/stock/stock-actions.ts'
import { timestamp } from '../system/clock.ts'
import { foldOf } from '../writes/stock-key.ts'
import type { StockPlanning } from './plan-stock.ts'

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
