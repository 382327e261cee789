import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { draftNextTo, renameHeldLater } from '../storage/atomic-file.ts'
import { photoTypes, typeOfEnding, type Photo } from './photo.ts'
import { makeFolder } from '../system/make-folder.ts'

interface Entry {
  readonly name: string
  readonly bytes: number
}

/**
 * Photos on disk, by their address, for when the network is away. At most `mostBytes` in all: the one that was not
 * looked at for the longest time goes first. The time of its last use is the file's own, so the order outlives the app.
 */
export class PhotoCache {
  readonly #folder: string
  readonly #mostBytes: number
  #entries: Map<string, Entry> | undefined
  #bytes = 0

  constructor(folder: string, mostBytes: number) {
    this.#folder = folder
    this.#mostBytes = mostBytes
  }

  async load(address: string): Promise<Photo | null> {
    const key = keyOf(address)
    const entry = this.#known().get(key)
    const type = entry && typeOfEnding(extname(entry.name).slice(1))
    if (!entry || !type) return null
    try {
      const path = join(this.#folder, entry.name)
      const bytes = new Uint8Array(await readFile(path))
      this.#use(key, entry)
      const now = new Date()
      await utimes(path, now, now)
      return { type, bytes }
    } catch {
      // Removed by somebody else: it is fetched again.
      this.#forget(key)
      return null
    }
  }

  async save(address: string, { type, bytes }: Photo): Promise<void> {
    if (bytes.byteLength === 0 || bytes.byteLength > this.#mostBytes) return
    const key = keyOf(address)
    const known = this.#known()
    const name = `${key}.${photoTypes[type]}`
    const path = join(this.#folder, name)
    const draft = draftNextTo(path)
    await writeFile(draft, bytes, { flag: 'wx', mode: 0o600 })
    await renameHeldLater(draft, path)
    this.#forget(key)
    known.set(key, { name, bytes: bytes.byteLength })
    this.#bytes += bytes.byteLength
    await this.#evict()
  }

  async #evict(): Promise<void> {
    for (const [key, { name }] of this.#known()) {
      if (this.#bytes <= this.#mostBytes) return
      this.#forget(key)
      await rm(join(this.#folder, name), { force: true })
    }
  }

  /** Puts the entry at the end of the order: the first one is the first to go. */
  #use(key: string, entry: Entry): void {
    const known = this.#known()
    if (!known.delete(key)) return
    known.set(key, entry)
  }

  #forget(key: string): void {
    const entry = this.#known().get(key)
    if (!entry) return
    this.#bytes -= entry.bytes
    this.#known().delete(key)
  }

  #known(): Map<string, Entry> {
    return (this.#entries ??= this.#read())
  }

  #read(): Map<string, Entry> {
    makeFolder(this.#folder)
    const found = readdirSync(this.#folder).flatMap((name) => {
      const stat = statSync(join(this.#folder, name), { throwIfNoEntry: false })
      return stat?.isFile() ? [{ name, bytes: stat.size, usedAt: stat.mtimeMs }] : []
    })
    const photos = found.filter(({ name, bytes }) => bytes > 0 && /^[\da-f]{64}\.[a-z]+$/.test(name))
    photos.sort((one, other) => one.usedAt - other.usedAt)
    this.#bytes = photos.reduce((sum, { bytes }) => sum + bytes, 0)
    return new Map(photos.map(({ name, bytes }) => [name.slice(0, 64), { name, bytes }]))
  }
}

const keyOf = (address: string): string => createHash('sha256').update(address).digest('hex')
