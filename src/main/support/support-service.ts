import { randomUUID } from 'node:crypto'
import { arch, release, type } from 'node:os'
import { Fault } from '#shared/bridge/failure.ts'
import type { About, ContactedHost, SupportText } from '#shared/support/support-calls.ts'
import { wholeFile, type FileBytes } from '../files/file-bytes.ts'
import { zipArchive } from '../files/zip-archive.ts'
import { join } from 'node:path'
import type { Context } from '../context/context.ts'
import { logFolder } from '../context/app-environment.ts'
import type { Team } from '../team/team.ts'
import { supportTexts, type BareAccount, type SupportFacts } from './support-texts.ts'

/** Facts of the app itself, and the file that a person may send to support. */
export class SupportService {
  readonly #context: Context
  readonly #team: Team
  /** Files that were looked at last: just that is saved. */
  #looked: { readonly id: string; readonly files: readonly SupportText[] } | null = null

  constructor(context: Context, team: Team) {
    this.#context = context
    this.#team = team
  }

  async about(): Promise<About> {
    return this.#about((await this.#known()).hosts)
  }

  /** Gathers the texts again. */
  async look(): Promise<{ readonly id: string; readonly files: SupportText[] }> {
    const known = await this.#known().catch((error: unknown) => ({
      accounts: { failed: String(error) },
      hosts: [],
    }))
    const files = supportTexts({
      about: this.#about(known.hosts),
      accounts: known.accounts,
      ...this.#facts(),
    })
    this.#looked = { id: randomUUID(), files }
    return { id: this.#looked.id, files }
  }

  /** The texts of that look as a ZIP archive. @throws Fault `not-found` if they were gathered again since */
  async archive(id: string): Promise<FileBytes> {
    if (this.#looked?.id !== id) throw new Fault('not-found', {})
    const files = this.#looked.files.map(({ name, text }) => ({ name, content: [Buffer.from(text)] }))
    return wholeFile({ fileName: this.#fileName(), chunks: zipArchive(files) })
  }

  #about(hosts: readonly ContactedHost[]): About {
    const { electron, chrome, node, sqlite } = process.versions
    // A program without a window has no browser in it.
    const parts = { Electron: electron, Chromium: chrome, 'Node.js': node, SQLite: sqlite }
    return {
      version: this.#context.environment.version,
      parts: [
        ...Object.entries(parts).flatMap(([name, version]) => (version ? [`${name} ${version}`] : [])),
        `${type()} ${arch()} ${release()}`,
      ],
      hosts: [...hosts],
    }
  }

  /** `forecourt-support-2026-11-24.zip` */
  #fileName(): string {
    return `forecourt-support-${new Date(this.#context.clock.now()).toISOString().slice(0, 10)}.zip`
  }

  /** The accounts with the states of their keys, and whom the app sends requests to. */
  async #known(): Promise<{ accounts: readonly BareAccount[]; hosts: readonly ContactedHost[] }> {
    const { accounts, savedFeeds, environment } = this.#context
    const { accounts: listed } = await accounts.list()
    const own = listed.map(({ kind, baseUrl, keyState }) => ({
      kind,
      key: keyState,
      host: URL.parse(baseUrl)?.host ?? '',
    }))
    const hosts = {
      // The sandbox is on this computer.
      service: own.filter(({ kind }) => kind === 'service').map(({ host }) => host),
      feed: listed.flatMap(({ id }) => savedFeeds.list(id).map(({ address }) => hostOf(address))),
      team: teamHosts(this.#team),
      updates: environment.updateHosts?.() ?? [],
    }
    return {
      accounts: own,
      hosts: whats.flatMap((what) => [...new Set(hosts[what])].map((host) => ({ what, host }))),
    }
  }

  #facts(): Omit<SupportFacts, 'about' | 'accounts'> {
    const { dataDir } = this.#context.environment
    const { setAside, damaged, unreadable, backupFailure, checks, journal, redactor } = this.#context
    return {
      dataDir,
      logDir: join(dataDir, logFolder),
      setAside,
      damaged,
      backupFailure,
      settings: this.#context.settings.get(),
      isChecked: (path) => (path === journal.path ? journal.isChecked : checks.isChecked(path)),
      unreadable: unreadable.places,
      redact: (text) => redactor.redact(text),
    }
  }
}

const whats = ['service', 'feed', 'team', 'updates'] as const

/** `shop.example/stock.csv` → `shop.example` */
const hostOf = (shown: string): string => shown.split('/', 1)[0] ?? ''

/** An unreadable team file is reported where the team is needed. */
function teamHosts(team: Team): string[] {
  try {
    const file = team.file()
    return file ? [`${file.server.host}:${file.server.port}`] : []
  } catch {
    return []
  }
}
