import { mkdirSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { Fault, type Failure } from '#shared/bridge/failure.ts'
import { Journal } from '../batch/journal/journal.ts'
import type { RememberedMark } from '../batch/journal/high-water.ts'
import { advertsMigration } from '../inventory/adverts-migrations.ts'
import { ownListMigration } from '../inventory/own-list-table.ts'
import { Log } from '../log/log.ts'
import { Redactor } from '../log/redact.ts'
import {
  forgottenBuyersMigration,
  ordersMigration,
  ordersTotalMigration,
} from '../orders/orders-migrations.ts'
import { quotaMigration } from '../quota/quota-table.ts'
import { SettingsService } from '../settings/settings-service.ts'
import { SettingsStore } from '../settings/settings-store.ts'
import { openDatabase, type OpenDatabase } from '../storage/database.ts'
import { storageFaultOf } from '../storage/storage-fault.ts'
import { systemClock, type Clock } from '../system/clock.ts'
import { Hub } from '../system/hub.ts'
import { failureWords } from '../words/failure-words.ts'
import type { AppEvents } from './app-events.ts'
import { logFolder, type Ground } from './ground.ts'

/** In the order of their release: a step's place is its version. */
const cacheMigrations = [
  advertsMigration,
  ordersMigration,
  quotaMigration,
  ownListMigration,
  forgottenBuyersMigration,
  ordersTotalMigration,
]

/** The mark's second copy, in the settings. */
const rememberedMark = (store: SettingsStore): RememberedMark => ({
  load: () => store.read().journal,
  save: (journal) => void store.change((file) => ({ ...file, journal })),
})

/** The first stage: everything on the disk of this computer, and what reports on it. */
export class Storage {
  readonly clock: Clock = systemClock
  readonly redactor: Redactor
  readonly log: Log
  readonly hub: Hub<AppEvents>
  readonly settingsStore: SettingsStore
  readonly settings: SettingsService
  readonly cache: DatabaseSync
  readonly journal: Journal
  /** Paths of files that were damaged and set aside at this start. */
  readonly setAside: readonly string[]

  /** @throws Fault `storage` */
  constructor(ground: Ground) {
    const { dataDir, redactor = new Redactor(), log } = ground
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    this.redactor = redactor
    this.log = log ?? new Log({ directory: join(dataDir, logFolder), redactor, clock: this.clock })
    this.hub = new Hub((event, error) => this.log.warn('an event was not handled', { event, error }))
    this.settingsStore = new SettingsStore(dataDir, this.clock)
    this.settings = this.#settingsOf(ground)
    const cache = this.#openCache(dataDir)
    this.cache = cache.db
    this.journal = new Journal(join(dataDir, 'journal.db'), this.clock, rememberedMark(this.settingsStore))
    this.setAside = [cache.setAside, this.settingsStore.setAside?.path ?? null].filter(
      (path) => path !== null,
    )
  }

  /** A failure in plain words; what was not thrown on purpose is logged and becomes `internal`. */
  readonly words = (error: unknown): Failure => {
    if (error instanceof Fault) return failureWords(error)
    const onDisk = storageFaultOf(error)
    this.log.error(onDisk ? 'the disk refused' : 'unexpected', { error })
    if (onDisk) return failureWords(onDisk)
    return failureWords(new Fault('internal'))
  }

  /** The journal is closed by the batches, which may still have to write to it. */
  close(): void {
    this.cache.close()
    this.log.close()
  }

  #settingsOf({ systemLocale, version }: Ground): SettingsService {
    return new SettingsService({
      store: this.settingsStore,
      systemLocale,
      version,
      onChange: (settings) => this.hub.emit('settings-changed', settings),
    })
  }

  #openCache(dataDir: string): OpenDatabase {
    return openDatabase({
      path: join(dataDir, 'cache.db'),
      migrations: cacheMigrations,
      synchronous: 'NORMAL',
      now: () => this.clock.now(),
    })
  }
}
