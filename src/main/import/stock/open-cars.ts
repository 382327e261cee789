import type { Car, Decisions, Verdict } from './decisions.ts'
import type { KeyedVehicle, LinkFact } from './stock-facts.ts'

/**
 * The cars of a file that have no advert and get none yet, because they are asked about, wait or have an error. A car that
 * another source misses may be one of them, under another number.
 */
export const openCars = (
  cars: readonly Car[],
  { verdicts }: Pick<Decisions, 'verdicts'>,
  links: ReadonlyMap<string, LinkFact>,
): KeyedVehicle[] =>
  cars.flatMap(({ line, key, vehicle }) =>
    isOpen(verdicts.get(line)) && links.get(key?.key ?? '')?.state !== 'live'
      ? [{ key: key?.key ?? '', fold: key?.fold ?? '', vehicle }]
      : [],
  )

const isOpen = (found: Verdict | undefined): boolean =>
  found?.action === 'asked' || found?.action === 'error' || found?.action === 'waiting'
