import { planned } from '../../batch/dealership.ts'
import { linkOf, pick, type Place, type Step } from './step.ts'

/** What a person does about numbers, links and fields without being asked. */
export const handSteps = {
  'a person says that a car has another number': async (place) => {
    const { salon, person, car } = place
    const link = await linkOf(place)
    if (!link) return
    if (link.key === car.key) salon.programs.renumber(car, false)
    if (link.key !== car.key) await person.move(link.key, car.key, link.autoId)
  },
  'a car has the number of one that left': async (place) => {
    const { salon, person, car, n } = place
    const link = await linkOf(place)
    const key = await freeNumber(place, n)
    if (!link || key === null || link.key !== car.key) return
    salon.programs.reuse(car, key)
    await person.move(link.key, key, link.autoId)
  },
  'a new car has the number of one that left': async (place) => {
    const { salon, source, n } = place
    const key = await freeNumber(place, n)
    if (key !== null) salon.programs.reuse(salon.programs.add(source, n), key)
  },
  'a link is set': async ({ salon, person, car }) => {
    const account = await salon.accountId()
    const links = salon.forecourt.batches.stockLinks()
    const autoId = salon.judge.advertOf(car.id)
    const isFree = autoId !== null && links.keyOf(account, autoId) === null
    if (isFree && links.find(account, car.key)?.state !== 'live') await person.set(car.key, autoId)
  },
  'two cars are told apart': async ({ salon, person, car, n }) => {
    const other = pick(salon.programs.cars, n >> 5)
    if (other !== car) await person.says({ answer: 'apart', key: car.key, other: other.key })
  },
  'a price is pinned': async (place) => {
    const { salon, person } = place
    const link = await linkOf(place)
    const advert = link && (await salon.control.advert(link.autoId))
    if (!link || !advert) return
    if (await person.says({ answer: 'pin', key: link.key, field: 'price', pinned: true }))
      salon.judge.word.pinned.set(link.autoId, advert.price)
  },
  'in stock is pinned': async (place) => {
    const { salon, person } = place
    const link = await linkOf(place)
    if (link && (await person.says({ answer: 'pin', key: link.key, field: 'in_stock', pinned: true })))
      salon.judge.word.stockPinned.add(link.autoId)
  },
  'pins are taken off': async (place) => {
    const link = await linkOf(place)
    if (!link) return
    for (const field of ['price', 'in_stock'] as const)
      await place.person.says({ answer: 'pin', key: link.key, field, pinned: false })
    place.salon.judge.word.unpinned(link.autoId)
  },
  'the price of the file is taken': async (place) => {
    const { salon, person } = place
    const link = await linkOf(place)
    if (!link || !(await person.says({ answer: 'take-file', key: link.key, field: 'price' }))) return
    salon.judge.word.priced.delete(link.autoId)
    salon.judge.word.pinned.delete(link.autoId)
  },
  'a price in the app': async (place) => {
    const { salon, car } = place
    const link = await linkOf(place)
    const links = salon.forecourt.batches.stockLinks()
    // The file's value is given with the next file whatever is changed by hand until then.
    if (!link || !links.fieldsOf(await salon.accountId(), link.key).price) return
    const price = 80_000 + car.id
    await salon.byHand([planned(2, 'edit', { auto_id: link.autoId, currency_id: 1, price })])
    const advert = await salon.control.advert(link.autoId)
    if (advert?.price === price) salon.judge.word.priced.set(link.autoId, price)
  },
} satisfies Record<string, Step>

/** A number whose car left for good by the file, so that it may be another car's. */
async function freeNumber({ salon }: Place, n: number): Promise<string | null> {
  const used = new Set(salon.programs.cars.filter(({ isThere }) => isThere).map(({ key }) => key))
  const left = salon.forecourt.batches
    .stockLinks()
    .list(await salon.accountId())
    .filter(({ key, state, endedBy }) => state === 'ended' && endedBy === 'file' && !used.has(key))
  return left.length === 0 ? null : pick(left, n >> 6).key
}
