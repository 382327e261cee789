import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { Desks, makeTeam, type Desk } from './desks.ts'
import { Postgres } from './postgres.ts'

/** What a test of a team of two has. */
export interface TwoDesks {
  readonly postgres: Postgres
  readonly desks: Desks
  readonly olena: Desk
  readonly petro: Desk
}

/** In ms: a machine on which others work too is several times slower. */
const limit = 240_000

/**
 * For a file of tests: the server of its process, and before each a service with a team of two on it. Hooks of the file that need them
 * come after it.
 * @param adverts of the service; as many as `Desks` has by itself if it isn't given
 */
export function beforeEachTwoDesks(take: (made: TwoDesks) => void, adverts?: number): void {
  vi.setConfig({ testTimeout: limit })
  let postgres: Postgres
  let desks: Desks
  beforeAll(async () => {
    postgres = await Postgres.shared()
  }, limit)
  beforeEach(async () => {
    desks = await Desks.open(adverts)
    const olena = desks.desk('Olena')
    const petro = desks.desk('Petro')
    await makeTeam(postgres, [olena, petro])
    take({ postgres, desks, olena, petro })
  }, limit)
  afterEach(async () => {
    await desks.close()
    postgres.sql('DROP SCHEMA forecourt CASCADE')
  })
}
