import { randomUUID } from 'node:crypto'
import { arch, release, type } from 'node:os'
import { Fault } from '#shared/bridge/failure.ts'
import type { About, Contact, SupportText } from '#shared/support/support-calls.ts'
import { zipArchive } from '../files/xlsx/zip-archive.ts'
import type { Clock } from '../system/clock.ts'
import { supportTexts, type SupportFacts } from './support-texts.ts'

export interface SupportPorts {
  readonly version: string
  readonly contacts: () => Promise<readonly Contact[]>
  readonly facts: () => Promise<Omit<SupportFacts, 'about'>>
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
    const { electron, chrome, node, sqlite } = process.versions
    const contacts = await this.#ports.contacts()
    return {
      version: this.#ports.version,
      // A program without a window has no browser in it.
      parts: { ...(electron && { electron }), ...(chrome && { chrome }), node, ...(sqlite && { sqlite }) },
      system: `${type()} ${release()} ${arch()}`,
      contacts: contacts.filter(
        ({ what, host }, at) => contacts.findIndex((one) => one.what === what && one.host === host) === at,
      ),
    }
  }

  /** Gathers the texts anew. */
  async look(): Promise<{ readonly id: string; readonly files: SupportText[] }> {
    const files = supportTexts({ about: await this.about(), ...(await this.#ports.facts()) })
    this.#looked = { id: randomUUID(), files }
    return { id: this.#looked.id, files }
  }

  /** The texts of that look as a ZIP archive. @throws Fault `not-found` if they were gathered anew since */
  async archive(id: string): Promise<{ readonly fileName: string; readonly text: Uint8Array<ArrayBuffer> }> {
    if (this.#looked?.id !== id) throw new Fault('not-found', {})
    const files = this.#looked.files.map(({ name, text }) => ({ name, content: [Buffer.from(text)] }))
    const pieces: Uint8Array[] = []
    for await (const piece of zipArchive(files)) pieces.push(piece)
    return { fileName: this.#fileName(), text: Buffer.concat(pieces) }
  }

  /** `forecourt-support-2026-11-24.zip` */
  #fileName(): string {
    return `forecourt-support-${new Date(this.#ports.clock.now()).toISOString().slice(0, 10)}.zip`
  }
}
