import { createHash } from 'node:crypto'
import { createReadStream, rmSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { AppAdapter } from 'electron-updater/out/AppAdapter.js'
import { AppImageUpdater } from 'electron-updater/out/AppImageUpdater.js'
import type { AppUpdater, Logger, UpdateInfo } from 'electron-updater'
import { NsisUpdater } from 'electron-updater/out/NsisUpdater.js'
import {
  Provider,
  type ProviderRuntimeOptions,
  resolveFiles,
} from 'electron-updater/out/providers/Provider.js'
import { Fault } from '#shared/bridge/failure.ts'
import type { Offer } from '#shared/updates/updates-calls.ts'
import { storageFaultOf } from '../storage/storage-fault.ts'
import { checkSignature, type Manifest, parseManifest } from './signed-manifest.ts'
import type { UpdateClient } from './update-client.ts'
import { keysOf, type UpdateFeed } from './update-feed.ts'
import type { UpdatePlace } from './update-place.ts'

export interface PackageParts {
  readonly place: UpdatePlace
  readonly feed: UpdateFeed
  readonly client: UpdateClient
  /** The version that runs. */
  readonly version: string
  /** Feed as electron-builder wrote it (`app-update.yml`): on Windows also who signs the packages. */
  readonly configPath: string
  readonly log: Logger
}

/** Offer of the feed. */
export interface Checked {
  readonly offer: Offer
  readonly isNewer: boolean
  readonly isOlder: boolean
}

interface Wish {
  readonly signal: AbortSignal
  readonly onBytes: (done: number) => void
}

const largestManifest = 100_000
const largestSignature = 5_000

/**
 * electron-updater with the manifests and the network of our own: it compares versions, keeps the download and puts the package in
 * its place. Nothing of it runs by itself, and no request is its own.
 */
export class PackageUpdater {
  readonly #parts: PackageParts
  readonly #updater: AppImageUpdater | NsisUpdater
  #manifest: Manifest | null = null
  #wish: Wish | null = null
  #path: string | null = null

  constructor(parts: PackageParts) {
    this.#parts = parts
    const Updater = parts.place.kind === 'appimage' ? AppImageUpdater : NsisUpdater
    const updater = new Updater(null, adapterOf(parts))
    Object.assign(updater, {
      httpExecutor: { download: (url: URL, path: string) => this.#save(url, path) },
      // Without it a number by which this computer could be recognised is made and kept.
      stagingUserIdPromise: { value: Promise.resolve('') },
    })
    updater.logger = parts.log
    updater.autoDownload = false
    updater.autoInstallOnAppQuit = false
    updater.allowDowngrade = false
    updater.disableDifferentialDownload = true
    updater.disableWebInstaller = true
    updater.setFeedURL({
      provider: 'custom',
      updateProvider: SignedProvider,
      base: new URL(parts.feed.address),
      read: (name: string) => this.#read(name),
    } as Parameters<AppUpdater['setFeedURL']>[0])
    this.#updater = updater
  }

  /** @throws Fault `update`, `fetch` and `cancelled` */
  async check(): Promise<Checked> {
    const result = await this.#updater.checkForUpdates()
    if (!result || !this.#manifest) throw new Fault('update', { reason: 'system' })
    const { version, notes, file } = this.#manifest
    const isNewer = result.isUpdateAvailable
    return {
      offer: { version, notes, bytes: file.size },
      isNewer,
      isOlder: !isNewer && version !== this.#parts.version,
    }
  }

  /** Downloads what the last check found. @throws Fault `update`, `fetch`, `storage` and `cancelled` */
  async download(wish: Wish): Promise<void> {
    this.#wish = wish
    try {
      const [path] = await this.#updater.downloadUpdate()
      this.#path = path ?? null
    } catch (error) {
      throw ofPlace(error, this.#parts.place.folder)
    } finally {
      this.#wish = null
    }
    await this.verify()
  }

  /**
   * Checks that what lies there is still what was signed; if not, removes it.
   * @throws Fault `update`
   */
  async verify(): Promise<void> {
    const path = this.#path ?? ''
    if ((await sumOf(path)) === this.#manifest?.file.sha512) return
    // electron-updater takes a file that it has downloaded for right as long as it is there.
    rmSync(path, { force: true })
    throw new Fault('update', { reason: 'damaged' })
  }

  /**
   * Puts the new version in the place of this one and starts it: the last thing that this process does.
   * @throws what the system throws; then this version is still there
   */
  install(): void {
    let failure: unknown = null
    this.#updater.once('error', (error) => (failure = error))
    // Not silently: the installer of Windows shows that it works.
    if (!this.#updater.install(false, true)) throw failure
  }

  async #read(name: string): Promise<UpdateInfo> {
    const { client, feed, place } = this.#parts
    const bytes = await client.bytes(name, largestManifest)
    const extension = place.kind === 'appimage' ? '.AppImage' : '.exe'
    const { host } = new URL(feed.address)
    checkSignature(bytes, await this.#signatureOf(name), keysOf(feed), host)
    this.#manifest = parseManifest(bytes.toString('utf8'), extension, host)
    const { version, file } = this.#manifest
    return { version, files: [file], path: file.url, sha512: file.sha512, releaseDate: '' }
  }

  /** A manifest without a signature is as good as one with a wrong one. */
  async #signatureOf(name: string): Promise<string> {
    try {
      return (await this.#parts.client.bytes(`${name}.sig`, largestSignature)).toString('latin1')
    } catch (error) {
      if (error instanceof Fault && error.details.reason === 'status')
        throw new Fault(
          'update',
          { reason: 'signature', address: new URL(this.#parts.feed.address).host },
          { cause: error },
        )
      throw error
    }
  }

  async #save(url: URL, path: string): Promise<void> {
    if (!this.#wish || !this.#manifest) throw new Error('a download that nobody asked for')
    const { sha512, size } = this.#manifest.file
    await this.#parts.client.save(path, { url, sha512, size, ...this.#wish })
  }
}

/** SHA-512 in base64; null for what can't be read. */
async function sumOf(path: string): Promise<string | null> {
  const hash = createHash('sha512')
  try {
    await pipeline(createReadStream(path), hash)
  } catch {
    return null
  }
  return hash.digest('base64')
}

/** The folder is that of the package, not that of the data. */
function ofPlace(error: unknown, folder: string): unknown {
  const fault = storageFaultOf(error, folder)
  return fault?.details.reason === 'read-only'
    ? new Fault('update', { reason: 'read-only', value: folder }, { cause: error })
    : (fault ?? error)
}

interface SignedOptions {
  readonly base: URL
  readonly read: (name: string) => Promise<UpdateInfo>
}

/** Source of versions for electron-updater: what comes from here it believes. */
class SignedProvider extends Provider<UpdateInfo> {
  readonly #options: SignedOptions

  constructor(options: SignedOptions, _updater: unknown, runtime: ProviderRuntimeOptions) {
    super(runtime)
    this.#options = options
  }

  getLatestVersion(): Promise<UpdateInfo> {
    return this.#options.read(`${this.getDefaultChannelName()}.yml`)
  }

  resolveFiles(info: UpdateInfo) {
    return resolveFiles(info, this.#options.base)
  }
}

/** Stands for Electron's `app`: whether and when the app ends is decided elsewhere. */
const adapterOf = ({ version, configPath, place }: PackageParts): AppAdapter => ({
  version,
  name: 'forecourt',
  isPackaged: true,
  appUpdateConfigPath: configPath,
  userDataPath: place.folder,
  baseCachePath: place.folder,
  whenReady: () => Promise.resolve(),
  relaunch: () => undefined,
  quit: () => undefined,
  onQuit: () => undefined,
})
