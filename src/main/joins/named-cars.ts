import type { BatchSource } from '../batch/journal/batch-record.ts'
import type { LiveAdvert } from '../batch/journal/live-advert.ts'
import type { NamedOther } from '../batch/sending/batch-parts.ts'
import { namesIn } from '../import/check/named-car.ts'
import { namedCars, yearColumn, yearIn } from '../import/columns/car-columns.ts'
import type { NamesTable } from '../names/names-table.ts'
import { isOtherCar, sharesNoWord, textOf } from '../names/other-car.ts'
import { namedIds } from '../names/shortened-names.ts'
import { VehicleReader } from '../names/vehicle-reader.ts'

/** Compares a row's names next to its id with the advert as the service shows it. */
export const namesOther =
  (names: NamesTable) =>
  (
    accountId: string,
    { header, mapping }: Pick<BatchSource, 'header' | 'mapping'>,
    cells: readonly string[],
    live: LiveAdvert,
  ): NamedOther | null => {
    const { mapped, others: others } = namedCars(header, mapping)
    const car = { makeId: live.markaId, modelId: live.modelId, year: null, title: live.title ?? '' }
    const year = yearIn(cells[yearColumn(header)] ?? '')
    const reader = new VehicleReader(names.of(accountId), 0)
    for (const columns of mapped ? [mapped, ...others] : others) {
      const found = namesIn(columns, (index) => cells[index] ?? '')
      if (!found) continue
      const ids = namedIds(found, (each) => reader.read(each))
      const named = { cells: found, year }
      // Nothing is known of the names if the stock was never read: then their words have to do.
      if (isOtherCar(named, ids, car) || (ids.marka_id === null && sharesNoWord(named, car)))
        return { named: textOf(found), title: car.title }
    }
    return null
  }
