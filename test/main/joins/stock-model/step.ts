import type { Person } from './person.ts'
import type { YardCar } from './programs.ts'
import type { Salon } from './salon.ts'

/** Where steps happen. `n` is what fast-check chose: which source, car, fault. */
export interface Place {
  readonly salon: Salon
  readonly person: Person
  readonly n: number
  readonly source: string
  readonly car: YardCar
}
export type Step = (place: Place) => unknown

export const pick = <Item>(items: readonly Item[], n: number): Item => {
  const item = items[n % items.length]
  if (item === undefined) throw new Error('nothing to pick')
  return item
}

/** The key that the car's advert has, whatever number the program gives the car. */
export async function linkOf({ salon, car }: Place): Promise<{ key: string; autoId: number } | null> {
  const autoId = salon.judge.advertOf(car.id)
  if (autoId === null) return null
  const key = salon.forecourt.batches.stockLinks().keyOf(await salon.accountId(), autoId)
  return key === null ? null : { key, autoId }
}
