import type { Car, Decisions } from './decisions.ts'
import type { LinkFact } from './stock-facts.ts'
import { isWhole, trimName } from './vehicle-marks.ts'

/**
 * Number of new cars with a twin in the file: another number, the same make, model, modification and equipment. Each
 * gets an advert of its own.
 */
export function twinCount(
  cars: readonly Car[],
  { verdicts }: Pick<Decisions, 'verdicts'>,
  links: ReadonlyMap<string, LinkFact>,
): number {
  const trims = new Map<string, { keys: Set<string>; created: number }>()
  for (const { key, line, vehicle } of cars) {
    const found = verdicts.get(line)
    const own = vehicle ?? links.get(key?.key ?? '')?.vehicle
    if (!key || !found || !own || !isWhole(own)) continue
    const trim = trims.get(trimName(own)) ?? { keys: new Set(), created: 0 }
    trim.keys.add(key.key)
    if (found.action === 'create') trim.created += 1
    trims.set(trimName(own), trim)
  }
  return [...trims.values()].reduce((sum, { keys, created }) => sum + (keys.size > 1 ? created : 0), 0)
}
