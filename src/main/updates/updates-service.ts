import { Fault, type Failure } from '#shared/bridge/failure.ts'
import type { Offer, Updates, UpdatesOff, UpdateStep } from '#shared/updates/updates-calls.ts'
import type { PackageUpdater } from './package-updater.ts'

export interface UpdatesPorts {
  readonly host: string
  /** Null if this package may replace itself. */
  readonly off: UpdatesOff | null
  /** Loaded by the first click. */
  readonly updater: () => Promise<PackageUpdater>
  /** True if something is being sent or waits to be. */
  readonly isSending: () => boolean
  readonly words: (error: unknown) => Failure
  readonly onChange: (updates: Updates) => void
  /** Ends the app in order; `install` is the last that it does. */
  readonly restart: (install: () => void) => void
}

/** A newer version of the app: looked for, downloaded and started, each by a click, and none of it while something is sent. */
export class UpdatesService {
  readonly #ports: UpdatesPorts
  #step: UpdateStep = { kind: 'idle' }
  #failure: Failure | null = null
  #download: AbortController | null = null

  constructor(ports: UpdatesPorts) {
    this.#ports = ports
  }

  get state(): Updates {
    const { host, off } = this.#ports
    return { host, off, step: this.#step, failure: this.#failure }
  }

  /** Asks the feed. Over when it has answered. */
  async check(): Promise<void> {
    if (!['idle', 'newest', 'found'].includes(this.#step.kind)) return
    await this.#try({ kind: 'checking' }, async () => {
      const { offer, isNewer, isOlder } = await (await this.#updater()).check()
      return isNewer ? { kind: 'found', offer } : { kind: 'newest', offered: offer.version, older: isOlder }
    })
  }

  async download(): Promise<void> {
    if (this.#step.kind !== 'found') return
    const { offer } = this.#step
    const download = (this.#download = new AbortController())
    await this.#try({ kind: 'downloading', offer, done: 0 }, async () => {
      this.#refuseWhileSending()
      const updater = await this.#updater()
      await updater.download({ signal: download.signal, onBytes: (done) => this.#progress(offer, done) })
      return { kind: 'ready', offer }
    })
  }

  stop(): void {
    this.#download?.abort()
  }

  async restart(): Promise<void> {
    if (this.#step.kind !== 'ready') return
    const { offer } = this.#step
    await this.#try({ kind: 'restarting', offer }, async () => {
      const updater = await this.#updater()
      await updater.verify()
      this.#refuseWhileSending()
      this.#ports.restart(() => updater.install())
      return { kind: 'restarting', offer }
    })
  }

  /** @throws Fault `update` where an administrator or the package keeps it off */
  #updater(): Promise<PackageUpdater> {
    const { off, updater } = this.#ports
    if (off !== null) throw new Fault('update', { reason: 'off' })
    return updater()
  }

  #refuseWhileSending(): void {
    if (this.#ports.isSending()) throw new Fault('update', { reason: 'sending' })
  }

  /** Goes to `during`, then to what the work answers; back to where it was if that fails. */
  async #try(during: UpdateStep, work: () => Promise<UpdateStep>): Promise<void> {
    const before = this.#step
    this.#failure = null
    this.#go(during)
    try {
      this.#go(await work())
    } catch (error) {
      const failure = this.#ports.words(error)
      // Who stopped it knows that it has stopped.
      if (failure.code !== 'cancelled') this.#failure = failure
      this.#go(isGone(failure) ? { kind: 'idle' } : before)
    }
  }

  #progress(offer: Offer, done: number): void {
    const { step } = this.state
    const reported = step.kind === 'downloading' ? step.done : 0
    if (done - reported > offer.bytes / 100) this.#go({ kind: 'downloading', offer, done })
  }

  #go(step: UpdateStep): void {
    this.#step = step
    this.#ports.onChange(this.state)
  }
}

/** True if the found or downloaded version is none: it has to be looked for again. */
const isGone = ({ details: { reason } }: Failure): boolean => reason === 'damaged' || reason === 'larger'
