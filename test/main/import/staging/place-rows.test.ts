import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PlaceRows } from '../../../../src/main/import/staging/place-rows.ts'
import { stagingTables } from '../../../../src/main/import/staging/staging-tables.ts'

/** How far each record is below the one before it: 1 unless a cell holds line ends. */
const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 150 }), fc.integer({ min: 1, max: 4 })), {
  maxLength: 6,
})

test('every record keeps its line, however many follow one another', () => {
  fc.assert(
    fc.property(
      steps,
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 200 }),
      (runs, first, chunk) => {
        const lines = runs
          .flatMap(([count, step]) => [...Array<number>(count - 1).fill(1), step])
          .reduce<number[]>((all, step) => [...all, (all.at(-1) ?? 0) + step], [first])
        const db = new DatabaseSync(':memory:')
        db.exec(stagingTables)
        const places = new PlaceRows(db)
        for (const [at, line] of lines.entries()) {
          places.add(line, 10 * at, 128 * at)
          if (at % chunk === 0) places.writeMost()
        }
        places.writeAll()
        const stored = db.prepare('SELECT line, place, found FROM record_places ORDER BY line').all()
        expect(stored).toEqual(lines.map((line, at) => ({ line, place: 10 * at, found: 128 * at })))
        db.close()
      },
    ),
  )
})
