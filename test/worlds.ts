import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

interface World {
  close(): unknown
}

/** A world of plain members, opened anew before each test and closed after it. The object itself stays, so that a file names it once. */
export function perTest<Opened extends World>(open: () => Promise<Opened>): Opened {
  const world = {} as Opened
  beforeEach(async () => {
    Object.assign(world, await open())
  })
  afterEach(() => world.close())
  return world
}

/** The same for all tests of a file. */
export function perFile<Opened extends World>(open: () => Promise<Opened>): Opened {
  const world = {} as Opened
  beforeAll(async () => {
    Object.assign(world, await open())
  })
  afterAll(() => world.close())
  return world
}
