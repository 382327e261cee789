import { afterEach, beforeEach, vi } from 'vitest'
import { Desks, makeTeam, type Desk } from './desks.ts'
import { Postgres } from './postgres.ts'

/** What the running test of a team of two has. */
export let postgres: Postgres
export let desks: Desks
export let olena: Desk
export let petro: Desk

/** In ms: a machine on which others work too is several times slower. */
const limit = 240_000

/**
 * For a file of tests: the server of its process, and before each a service with a team of two on it. Hooks of the file that need them
 * come after it.
 * @param adverts of the service; as many as `Desks` has by itself if it isn't given
 */
export function beforeEachTwoDesks(adverts?: number): void {
  vi.setConfig({ testTimeout: limit })
  beforeEach(async () => {
    postgres = await Postgres.shared()
    desks = await Desks.open(adverts)
    olena = desks.desk('Olena')
    petro = desks.desk('Petro')
    await makeTeam(postgres, [olena, petro])
  }, limit)
  afterEach(async () => {
    await desks.close()
    postgres.sql('DROP SCHEMA forecourt CASCADE')
  })
}
