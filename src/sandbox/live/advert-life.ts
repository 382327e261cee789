import { isListed, type VehicleFacts } from '../vehicles/vehicle.ts'
import { Dice } from '../world/random.ts'
import { day } from '../world/service-time.ts'

/** Moderation takes 20 to 90 minutes from the last change on. */
const shortestModeration = 20 * 60
const longestModeration = 90 * 60

/** A deleted advert is in the archive for so long. */
const archiveTime = day

const approvalOf = ({ id, updatedAt }: VehicleFacts): number =>
  updatedAt + new Dice(id, 12).whole(shortestModeration, longestModeration)

/** True if a buyer finds the advert at that moment, if nothing but time passed since. */
export const isOffered = (facts: VehicleFacts, at: number): boolean =>
  !facts.deleted &&
  !facts.sold &&
  !facts.archived &&
  at < facts.expiresAt &&
  (!facts.moderated || at >= approvalOf(facts))

/** The advert as it is by that moment for its age alone; undefined if that changed nothing. */
export function agedBy(facts: VehicleFacts, now: number): VehicleFacts | undefined {
  if (facts.deleted) return undefined
  if (facts.withdrawnAt > 0)
    return now >= facts.withdrawnAt + archiveTime ? { ...facts, deleted: true } : undefined
  const approved = facts.moderated && now >= approvalOf(facts) ? { ...facts, moderated: false } : facts
  if (isListed(approved) && now >= approved.expiresAt)
    return { ...approved, archived: true, updatedAt: approved.expiresAt }
  return approved === facts ? undefined : approved
}
