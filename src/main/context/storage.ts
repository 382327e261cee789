import type { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { Fault, type Failure } from '#shared/bridge/failure.ts'
import { unmanaged } from '#shared/policy/policy.ts'
import { journalSchema } from '../batch/journal/journal-schema.ts'
import { Journal } from '../batch/journal/journal.ts'
import { Log } from '../log/log.ts'
import type { Redactor } from '../log/redact.ts'
import { bringCalls, openQuota } from '../quota/quota-database.ts'
import { SettingsService, settingsName, SettingsStore } from '../settings/settings-store.ts'
import { formsSchema } from '../advert-form/advert-form-table.ts'
import { editsSchema } from '../staged/edits-schema.ts'
import { goneFiles } from '../storage/gone-files.ts'
import { noteCleanEnd, suspect } from '../storage/clean-end.ts'
import { openDatabase, refuseOtherVersions, type OpenDatabase } from '../storage/database.ts'
import { looksDamaged } from '../storage/database-check.ts'
import { refuseNetworkDrive } from '../storage/network-drive.ts'
import { reportUnreadable, type UnreadableRecord } from '../storage/row-query.ts'
import { storageFaultOf } from '../storage/storage-fault.ts'
import { UnreadableRecords } from '../storage/unreadable-records.ts'
import { ExclusiveDatabase } from '../storage/transactions.ts'
import { systemClock, type Clock } from '../system/clock.ts'
import { Hub } from '../system/hub.ts'
import type { ClockApart } from '#shared/settings/app-calls.ts'
import type { GoneName } from '#shared/words/gone-words.ts'
import { failureWords, type Audience } from '#shared/words/failure-words.ts'
import type { AppEvents } from './app-events.ts'
import { BackgroundChecks, type CheckedDatabase } from './background-checks.ts'
import { logFolder, type AppEnvironment } from './app-environment.ts'
import { cacheSchema, stagedSchema } from './schemas.ts'
import { makeFolder } from '../system/make-folder.ts'

function makeDataFolder(path: string): void {
  try {
    makeFolder(path)
  } catch (error) {
    throw storageFaultOf(error, path) ?? error
  }
}

/** Everything on the disk of this computer, and what reports on it. */
export class Storage {
  readonly environment: AppEnvironment
  /** Sends an event to the window, or drops it. */
  readonly publish: AppEnvironment['publish']
  readonly clock: Clock = systemClock
  readonly redactor: Redactor
  readonly log: Log
  readonly hub: Hub<AppEvents>
  readonly settingsStore: SettingsStore
  readonly settings: SettingsService
  readonly cache: DatabaseSync
  readonly journal: Journal
  /** Edits that are not sent yet; closed by the service that alone writes them. */
  readonly edits: ExclusiveDatabase
  /** Notes of the dealer's own, saved views and searches, and the calls that count against the quota. */
  readonly staged: DatabaseSync
  /** A separate connection to the same file, on which a call waits for no sync of the disk. */
  readonly quota: DatabaseSync
  /** Forms of new adverts that are not sent yet. */
  readonly forms: DatabaseSync
  readonly checks: BackgroundChecks
  /** Names of the dealer's own files that an earlier start had, and that are new in this one. */
  readonly gone: readonly GoneName[]
  /** Paths of files that were damaged and set aside in this run. */
  readonly setAside: string[]
  /** Paths of databases that were found damaged since and are set aside at the next start. */
  readonly damaged: string[] = []

  /** Saved records that were found and can't be read. */
  readonly unreadable = new UnreadableRecords()

  /** Why the journal's last backup could not be made; null if it could. */
  backupFailure: Failure | null = null

  /** A fault of this computer's time, once it was noticed. */
  clockApart: ClockApart | null = null

  readonly #cachePath: string
  readonly #stagedPath: string
  readonly #editsPath: string
  #isSuspect = false
  #isTelling = false
  readonly #loggedPlaces = new Set<string>()
  readonly #audience: Audience

  /** @throws Fault `storage` */
  constructor(environment: AppEnvironment) {
    const { dataDir, redactor, log, publish, audience = 'window' } = environment
    this.environment = environment
    this.publish = publish
    this.#audience = audience
    makeDataFolder(dataDir)
    this.gone = goneFiles(dataDir)
    refuseNetworkDrive(dataDir)
    this.log = log ?? new Log({ directory: join(dataDir, logFolder), redactor, clock: this.clock })
    this.redactor = this.log.redactor
    for (const name of this.gone) this.log.warn('a file was deleted since the last start', { name })
    this.hub = new Hub((event, error) => this.log.warn('an event was not handled', { event, error }))
    this.settingsStore = new SettingsStore(dataDir, this.clock, this.gone.includes(settingsName))
    this.settings = this.#settingsOf(environment)
    this.#cachePath = join(dataDir, 'cache.db')
    this.#stagedPath = join(dataDir, 'staged.db')
    this.#editsPath = join(dataDir, 'edits.db')
    const journalPath = join(dataDir, 'journal.db')
    const formsPath = join(dataDir, 'forms.db')
    refuseOtherVersions([
      [this.#cachePath, cacheSchema],
      [journalPath, journalSchema],
      [this.#stagedPath, stagedSchema],
      [this.#editsPath, editsSchema],
      [formsPath, formsSchema],
    ])
    const cache = this.#openCache()
    this.cache = cache.db
    this.journal = new Journal(journalPath, this.clock)
    const staged = this.#openTyped(this.#stagedPath, stagedSchema, true)
    this.staged = staged.db
    const edits = this.#openTyped(this.#editsPath, editsSchema, true)
    this.edits = new ExclusiveDatabase(edits.db)
    if (staged.setAside !== null) bringCalls(staged.setAside, this.staged)
    this.quota = openQuota(this.#stagedPath)
    const forms = this.#openTyped(formsPath, formsSchema)
    this.forms = forms.db
    for (const db of [this.cache, this.journal.db, this.edits.db, this.staged, this.forms])
      reportUnreadable(db, (found) => this.noteUnreadable(found))
    this.checks = this.#checksOf([
      { path: this.#cachePath, isChecked: cache.isChecked },
      { path: this.#editsPath, isChecked: edits.isChecked },
      { path: this.#stagedPath, isChecked: staged.isChecked },
    ])
    this.setAside = [
      cache.setAside,
      edits.setAside,
      staged.setAside,
      forms.setAside,
      this.settingsStore.setAside?.path ?? null,
    ].filter((path) => path !== null)
    this.settingsStore.onSetAside(({ path, parts }) => {
      this.log.error('parts of settings.json can’t be read', { path, parts })
      this.setAside.push(path)
      publish('app:set-aside', { path })
    })
  }

  /** A failure in plain words; what was not thrown on purpose is logged and becomes `internal`. */
  readonly words = (error: unknown): Failure => {
    this.noteDamage(error)
    if (error instanceof Fault) return failureWords(error, this.#audience)
    const onDisk = storageFaultOf(error)
    this.log.error(onDisk ? 'the disk refused' : 'unexpected', { error })
    if (onDisk) return failureWords(onDisk, this.#audience)
    return failureWords(new Fault('internal'), this.#audience)
  }

  /** A database may be damaged: the next start checks them all before it does anything else. */
  noteDamage(error: unknown): void {
    if (!looksDamaged(error instanceof Fault ? error.cause : error)) return
    this.#isSuspect = true
    for (const path of this.#checkedPaths) suspect(path)
    this.journal.suspect()
  }

  /** Why a backup of the journal could not be made, or null: one can be made again. */
  noteBackup(error: unknown): void {
    if (error !== null) this.log.warn('no backup of the journal could be made', { error })
    const failure = error === null ? null : this.words(error)
    // A long batch tries again and again: the same reason is reported once.
    if (failure?.words === this.backupFailure?.words) return
    this.backupFailure = failure
    this.publish('app:backup', failure)
  }

  noteClockApart(apart: ClockApart | null): void {
    if (apart)
      this.log.warn('the clock is days away from the time that is known: nothing is removed by it', apart)
    this.clockApart = apart
    this.publish('app:clock-apart', apart)
  }

  noteUnreadable(found: UnreadableRecord): void {
    const { place, leftOut } = found
    if (!this.unreadable.note(found)) return
    if (!this.#loggedPlaces.has(place)) this.log.error('a saved record can’t be read', { place, leftOut })
    this.#loggedPlaces.add(place)
    if (this.#isTelling) return
    // All that one read finds is reported at once, when it is over.
    this.#isTelling = true
    setImmediate(() => {
      this.#isTelling = false
      this.publish('app:unreadable', null)
    }).unref()
  }

  /** A window that closes waits for no lock of another program: five seconds for each write would keep it open. */
  waitForNoLock(): void {
    if (this.#audience === 'command-line') return
    for (const db of [this.cache, this.journal.db, this.edits.db, this.staged, this.quota, this.forms])
      if (db.isOpen) db.exec('PRAGMA busy_timeout = 100')
  }

  /** The journal is closed by the batches, which may still have to write to it, the edits by their service, both before. */
  closeStorage(): void {
    this.cache.close()
    this.forms.close()
    this.quota.close()
    this.staged.close()
    for (const path of this.#checkedPaths)
      if (!this.#isSuspect && this.checks.isChecked(path)) noteCleanEnd(path)
    this.log.close()
  }

  get #checkedPaths(): readonly string[] {
    return [this.#cachePath, this.#editsPath, this.#stagedPath]
  }

  #settingsOf({ systemLocale, version, managed = unmanaged }: AppEnvironment): SettingsService {
    const { trouble, source } = managed
    if (trouble) this.log.warn('the policy of this computer is not obeyed in full', { source, ...trouble })
    return new SettingsService({
      store: this.settingsStore,
      systemLocale,
      version,
      managed,
      onChange: (settings) => this.hub.emit('settings-changed', settings),
    })
  }

  #checksOf(databases: readonly CheckedDatabase[]): BackgroundChecks {
    return new BackgroundChecks({
      journal: this.journal,
      databases,
      entry: this.environment.entries.checkWorker,
      onJournal: () => this.publish('journal:checked', null),
      onDamaged: (path) => {
        this.log.error('a database is damaged', { path })
        this.damaged.push(path)
        this.publish('app:damaged', { names: [...this.damaged] })
      },
    })
  }

  /** A value that a person typed can't be read again from anywhere: each commit survives a power cut. */
  #openTyped(path: string, schema: string, trustCleanEnd = false): OpenDatabase {
    return openDatabase({
      path,
      schema,
      trustCleanEnd,
      synchronous: 'FULL',
      now: () => this.clock.now(),
    })
  }

  #openCache(): OpenDatabase {
    return openDatabase({
      path: this.#cachePath,
      trustCleanEnd: true,
      schema: cacheSchema,
      synchronous: 'NORMAL',
      now: () => this.clock.now(),
    })
  }
}
