import { readFileSync, renameSync, rmSync, watch, writeFileSync, type FSWatcher } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

type OnSecond = (argv: string[], cwd: string, data: unknown) => void

/**
 * One instance for each `userData`: a lock of the system on a file in it, which ends with the process that holds it,
 * however that ends.
 */
export class InstanceLock {
  readonly #folder: string
  readonly #knock: string
  #lock: DatabaseSync | undefined
  #watcher: FSWatcher | undefined

  constructor(folder: string) {
    this.#folder = folder
    this.#knock = join(folder, 'host-instance.knock')
  }

  get held(): boolean {
    return this.#lock !== undefined
  }

  /** True for the first; a second one leaves its arguments for the first, which hears them through `onSecond`. */
  request(data: Record<string, unknown>, onSecond: OnSecond): boolean {
    if (this.held) return true
    if (!this.#take()) {
      // Renamed into place, so that the first never reads half of it.
      writeFileSync(`${this.#knock}.part`, JSON.stringify({ argv: process.argv, cwd: process.cwd(), data }))
      renameSync(`${this.#knock}.part`, this.#knock)
      return false
    }
    this.#watcher = watch(this.#folder, (_event, name) => {
      if (name === 'host-instance.knock') this.#hear(onSecond)
    }).unref()
    return true
  }

  release(): void {
    this.#watcher?.close()
    this.#lock?.close()
    this.#lock = undefined
  }

  #take(): boolean {
    const lock = new DatabaseSync(join(this.#folder, 'host-instance.lock'))
    try {
      lock.exec('BEGIN EXCLUSIVE')
      this.#lock = lock
      return true
    } catch {
      lock.close()
      return false
    }
  }

  #hear(onSecond: OnSecond): void {
    let text = ''
    try {
      text = readFileSync(this.#knock, 'utf8')
      rmSync(this.#knock)
    } catch {
      // The watcher may tell of one knock twice.
    }
    if (text === '') return
    const { argv, cwd, data } = JSON.parse(text) as { argv: string[]; cwd: string; data: unknown }
    onSecond(argv, cwd, data)
  }
}
