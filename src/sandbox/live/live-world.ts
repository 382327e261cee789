import { drawOrder } from '../orders/order-seed.ts'
import type { OrderBook } from '../orders/order-book.ts'
import type { VehicleStore } from '../vehicles/vehicle-store.ts'
import { type VehicleFacts, isListed } from '../vehicles/vehicle.ts'
import { Dice } from '../world/random.ts'
import { dateTime, day } from '../world/service-time.ts'

/** Moderation takes 20 to 90 minutes from the last change on. */
const shortestModeration = 20 * 60
const longestModeration = 90 * 60

/** A deleted advert is in the archive for so long. */
const archiveTime = day

const approvalOf = ({ id, updatedAt }: VehicleFacts): number =>
  updatedAt + new Dice(id, 12).whole(shortestModeration, longestModeration)

/** True if a buyer finds the advert at that moment, if nothing but time passed since. */
const isOffered = (facts: VehicleFacts, at: number): boolean =>
  !facts.deleted &&
  !facts.sold &&
  !facts.archived &&
  at < facts.expiresAt &&
  (!facts.moderated || at >= approvalOf(facts))

/** The advert as it is by that moment for its age alone; undefined if that changed nothing. */
function agedBy(facts: VehicleFacts, now: number): VehicleFacts | undefined {
  if (facts.deleted) return undefined
  if (facts.withdrawnAt > 0)
    return now >= facts.withdrawnAt + archiveTime ? { ...facts, deleted: true } : undefined
  const approved = facts.moderated && now >= approvalOf(facts) ? { ...facts, moderated: false } : facts
  if (isListed(approved) && now >= approved.expiresAt)
    return { ...approved, archived: true, updatedAt: approved.expiresAt }
  return approved === facts ? undefined : approved
}

export interface LiveWorldParts {
  readonly vehicles: VehicleStore
  readonly orders: OrderBook
  readonly seed: () => number
  readonly userId: () => number
  /** Seconds since the epoch. */
  readonly now: () => number
  /** Moment that the world has reached, kept with what happened: nothing happens twice after a restart. */
  readonly reached: { load(): number; save(at: number): void }
  /** Does all of it or nothing. */
  readonly atOnce: (work: () => void) => void
}

/** So many seconds are one turn of the dice. */
const turn = 600
const ordersOfDay = 4
/** An advert finds its buyer in so many days, taken over all of them. */
const daysToSell = 60
/** Likelihood of events in each hour of Kyiv: there are no buyers at night. */
const hourShares = [0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 0]
const wholeDay = hourShares.reduce((sum, share) => sum + share, 0)

/**
 * A market in which things happen by themselves: buyers order and buy, adverts pass moderation and run out. It is caught up
 * whenever the service is asked, and the same seed, clock and writes have the same events, however often that is.
 */
export class LiveWorld {
  readonly #parts: LiveWorldParts

  constructor(parts: LiveWorldParts) {
    this.#parts = parts
  }

  /** Lets happen what lies between the last time and now. */
  catchUp(): void {
    const { now, reached, atOnce } = this.#parts
    const from = Math.floor(reached.load() / turn)
    const until = Math.floor(now() / turn)
    if (until <= from) return
    atOnce(() => {
      for (let at = from + 1; at <= until; at++) this.#take(at * turn)
      this.#age(until * turn)
      reached.save(until * turn)
    })
  }

  /** One turn: who orders, who buys. */
  #take(at: number): void {
    const { seed, userId, vehicles } = this.#parts
    const dice = new Dice(seed() + 11, at / turn)
    const share = ((hourShares[Number(dateTime(at).slice(11, 13))] ?? 0) / wholeDay) * (turn / 3600)
    if (dice.chance(ordersOfDay * share)) this.#order(dice, at)
    this.#sell(dice, at, share, vehicles.seededOwn().length, () => vehicles.ownedBy(userId()))
    this.#sell(dice, at, share, vehicles.all().length, () => vehicles.all())
  }

  #order(dice: Dice, at: number): void {
    const { vehicles, orders, userId } = this.#parts
    const offered = vehicles.ownedBy(userId()).filter((facts) => isOffered(facts, at))
    if (offered.length > 0) orders.add(drawOrder(dice, orders.nextId(), at, [dice.pick(offered)]))
  }

  /** Sells what is due of so many adverts; they are looked for only if any is. */
  #sell(dice: Dice, at: number, share: number, size: number, among: () => readonly VehicleFacts[]): void {
    const { vehicles } = this.#parts
    const due = countOf((size / daysToSell) * share, dice)
    const offered = due > 0 ? among() : []
    for (let left = Math.min(due, offered.length); left > 0; left--) {
      const facts = vehicles.find(dice.pick(offered).id)
      if (facts && isOffered(facts, at)) vehicles.write({ ...facts, sold: true, updatedAt: at })
    }
  }

  /** Ages the adverts by time alone, all adverts at once. */
  #age(now: number): void {
    const { vehicles } = this.#parts
    for (const facts of [...vehicles.all()]) {
      const aged = agedBy(facts, now)
      if (aged !== undefined) vehicles.write(aged)
    }
  }
}

/** A whole number whose mean is the given one. */
const countOf = (mean: number, dice: Dice): number => Math.floor(mean) + (dice.chance(mean % 1) ? 1 : 0)
