import type { MissingRule } from '#shared/stock/stock-actions.ts'
import type { ModesChange } from '../../../../src/sandbox/control/modes.ts'
import type { Sandbox } from '../../../../src/sandbox/sandbox-options.ts'
import { Person } from './person.ts'
import { sources } from './programs.ts'
import { Salon } from './salon.ts'
import { type StepName, take } from './steps.ts'

/** What happens, one step after another, and what each is about. */
export type History = readonly (readonly [StepName, number])[]

/** How the service shows the account's adverts; none of it is in the contract. */
export const listings = {
  'own list': { newElsewhere: false, off: {} },
  'search alone': { newElsewhere: true, off: { '/auto/new/autos': 404 } },
  none: { newElsewhere: false, off: { '/auto/new/autos': 404 } },
} as const satisfies Record<string, ModesChange>
export type Listing = keyof typeof listings

/** Runs a history, and then brings everything to its end. @returns what was broken, with the step after which it was seen */
export async function run(
  sandbox: Sandbox,
  listing: Listing,
  missing: MissingRule,
  history: History,
): Promise<string[]> {
  const salon = new Salon(sandbox, missing)
  const person = new Person(salon)
  try {
    await salon.control.setModes(listings[listing])
    await salon.control.reset()
    salon.keepCopy()
    for (const source of sources) {
      await salon.import(source, salon.write(source))
      await salon.import(source, salon.write(source))
    }
    for (const [at, [name, n]] of history.entries()) {
      await take(name, n, salon, person)
      if (salon.violations.length > 0) return salon.violations.map((words) => `step ${at}, ${name}: ${words}`)
    }
    return [...(await end(salon, person)), ...salon.violations.map((words) => `at the end: ${words}`)]
  } finally {
    await salon.close()
  }
}

/** Nothing fails any more, everything is answered, and the programs write the same stock night by night. */
async function end(salon: Salon, person: Person): Promise<string[]> {
  for (let night = 0; night < 4; night++) {
    await person.settle()
    for (const source of sources) {
      await salon.import(source, salon.write(source))
      await person.settle()
      await person.answer(source)
    }
  }
  const found: string[] = []
  const before = (await salon.control.ledger()).length
  for (const source of sources) {
    const file = salon.write(source)
    const done = await salon.import(source, file)
    if (done !== 'nothing' && done !== 'sent') found.push(`the last file of ${source}: ${done}`)
    found.push(...(await notAsSaid(salon, source)))
  }
  const more = (await salon.control.ledger()).slice(before)
  if (more.length > 0) found.push(`the last files were sent again: ${JSON.stringify(more)}`)
  return found
}

/** Cars of which the service holds something else than the file says, though nothing is asked about them. */
async function notAsSaid(salon: Salon, source: string): Promise<string[]> {
  const { judge, programs, control, missing: rule } = salon
  const account = await salon.accountId()
  const links = salon.forecourt.batches.stockLinks()
  const found: string[] = []
  for (const { key, action, reason, missing } of salon.decided.get(source) ?? []) {
    const link = links.find(account, key)
    const advert = link && (await control.advert(link.autoId))
    const isDeleted = link !== null && judge.isDeleted(link.autoId)
    const car = programs.there(source).find((each) => each.key === key)
    // A person's own edit may be in doubt: then it is no unknown change by hand, but an open row.
    const inStock = link !== null && judge.word.outOfStock.has(link.autoId) ? 0 : 1
    const isOutKnown = link !== null && !judge.word.outUnknown.has(link.autoId)
    const isAsSaid = advert?.price === car?.price && (advert?.inStock === inStock || !isOutKnown)
    if (action === 'unchanged' && car && !isDeleted && !isAsSaid)
      found.push(`${key} is ${advert?.price} and ${advert?.inStock}, not ${car.price}`)
    if (action === 'unchanged' && link && judge.carOf(link.autoId) !== car?.id)
      found.push(`${key} has the advert of another car`)
    if (
      action === 'kept' &&
      (reason === 'by-hand' || reason === 'pinned') &&
      judge.word.isWhole &&
      link &&
      advert?.price !== car?.price &&
      advert?.price !== judge.word.priceOf(link.autoId)
    )
      found.push(`${key} is kept at ${advert?.price} (${reason}), which nobody wanted`)
    if (
      missing &&
      action === 'missing' &&
      rule === 'not-in-stock' &&
      advert?.inStock !== 0 &&
      !isDeleted &&
      !['vehicle-open', 'unclear-rows', 'stock-pinned'].includes(reason ?? '')
    )
      found.push(`${key} is missing (${reason}) and in stock`)
  }
  return found
}
