import { randomUUID } from 'node:crypto'
import { arch, release, type } from 'node:os'
import { Fault } from '#shared/bridge/failure.ts'
import type { About, ContactedHost, SupportText } from '#shared/support/support-calls.ts'
import { wholeFile, type FileBytes } from '../files/file-bytes.ts'
import { zipArchive } from '../files/zip/zip-archive.ts'
import type { Clock } from '../system/clock.ts'
import { supportTexts, type BareAccount, type SupportFacts } from './support-texts.ts'

export interface SupportPorts {
  readonly version: string
  /** The accounts with the states of their keys, and whom the app sends requests to. */
  readonly known: () => Promise<{
    readonly accounts: readonly BareAccount[]
    readonly hosts: readonly ContactedHost[]
  }>
  readonly facts: () => Omit<SupportFacts, 'about' | 'accounts'>
  readonly clock: Clock
}

/** What is told of the app itself, and the file that a person may send to whoever helps. */
export class SupportService {
  readonly #ports: SupportPorts
  /** What was looked at last: just that is saved. */
  #looked: { readonly id: string; readonly files: readonly SupportText[] } | null = null

  constructor(ports: SupportPorts) {
    this.#ports = ports
  }

  async about(): Promise<About> {
    return this.#about((await this.#ports.known()).hosts)
  }

  /** Gathers the texts anew. */
  async look(): Promise<{ readonly id: string; readonly files: SupportText[] }> {
    const known = await this.#ports
      .known()
      .catch((error: unknown) => ({ accounts: { failed: String(error) }, hosts: [] }))
    const files = supportTexts({
      about: this.#about(known.hosts),
      accounts: known.accounts,
      ...this.#ports.facts(),
    })
    this.#looked = { id: randomUUID(), files }
    return { id: this.#looked.id, files }
  }

  /** The texts of that look as a ZIP archive. @throws Fault `not-found` if they were gathered anew since */
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
      version: this.#ports.version,
      parts: [
        ...Object.entries(parts).flatMap(([name, version]) => (version ? [`${name} ${version}`] : [])),
        `${type()} ${arch()} ${release()}`,
      ],
      hosts: [...hosts],
    }
  }

  /** `forecourt-support-2026-11-24.zip` */
  #fileName(): string {
    return `forecourt-support-${new Date(this.#ports.clock.now()).toISOString().slice(0, 10)}.zip`
  }
}
