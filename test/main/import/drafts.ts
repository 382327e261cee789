import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { Compare } from '../../../src/main/import/compare/compare.ts'
import type { DraftAccount } from '../../../src/main/import/draft-account.ts'
import { DraftService } from '../../../src/main/import/draft-service.ts'
import type { KnownNames } from '../../../src/main/names/resolve-vehicle.ts'
import { VehicleReader } from '../../../src/main/names/vehicle-reader.ts'
import { testEntries } from '../../scripts.ts'
import { CsvFolder } from './csv-files.ts'

/** Drafts of one test file, read in the test's own thread, whose accounts are those that it makes up; and a folder for the files that they are made of. */
export function openDrafts() {
  const folder = new CsvFolder()
  const dataDir = join(folder.path, 'data')
  const service = new DraftService({
    dataDir,
    entries: testEntries,
    bytesHere: Infinity,
  })
  afterAll(() => service.close())
  return { folder, dataDir, service }
}

/** What is known of an account that a test makes up. */
interface MadeUp extends Pick<DraftAccount, 'accountId' | 'stock' | 'currentValues' | 'vehicleReader'> {
  readonly sentBefore: Compare['sentBefore']
  readonly unknownSends: Compare['unknownSends']
}

/** Names are unknown: ids count as they are. */
const noNames: KnownNames = { candidates: () => [], chosen: () => null, isElsewhere: () => false }

/** An account of which nothing else is known: no advert is cached and no row was sent. */
export function accountOf(known: Partial<MadeUp> = {}): DraftAccount {
  const {
    accountId = 'made-up',
    stock = 10,
    currentValues = () => new Map<number, never>(),
    vehicleReader = () => new VehicleReader(noNames),
    sentBefore = () => new Map<string, never>(),
    unknownSends = null,
  } = known
  return {
    accountId,
    userId: 7,
    baseUrlLength: 40,
    stock,
    readsAfter: true,
    currentValues,
    vehicleReader,
    place: () => null,
    links: () => [],
    vehicleNames: () => ({}),
    holdsNames: () => false,
    compare: (choices) => {
      const reader = vehicleReader(choices)
      return {
        holdsCreates: true,
        holdsStock: false,
        holdsNames: false,
        unknownSends,
        sentBefore,
        vehicle: (cells) => reader.read(cells),
        adverts: (ids, fields) => {
          const journalled = new Set(ids)
          return { current: currentValues(ids, journalled, fields), journalled }
        },
        inStock: (found) => found.map(() => null),
        prices: () => [],
      }
    },
  }
}

export const emptyAccount = accountOf()
