import { readFileSync, renameSync, rmSync, watch, writeFileSync, type FSWatcher } from 'node:fs'
import { join } from 'node:path'

type OnSecond = (argv: string[], cwd: string, data: unknown) => void

/** One instance for each data folder: the file names the process that holds it. */
export class InstanceLock {
  readonly #folder: string
  readonly #file: string
  readonly #knock: string
  #watcher: FSWatcher | undefined
  held = false

  constructor(folder: string) {
    this.#folder = folder
    this.#file = join(folder, 'host-instance.lock')
    this.#knock = join(folder, 'host-instance.knock')
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
    this.held = true
    this.#watcher = watch(this.#folder, (_event, name) => {
      if (name === 'host-instance.knock') this.#hear(onSecond)
    }).unref()
    return true
  }

  release(): void {
    if (!this.held) return
    this.held = false
    this.#watcher?.close()
    rmSync(this.#file, { force: true })
  }

  #take(): boolean {
    try {
      writeFileSync(this.#file, String(process.pid), { flag: 'wx' })
      return true
    } catch {
      if (isAlive(Number(readFileSync(this.#file, 'utf8')))) return false
      // Its holder was killed and could not put it away.
      rmSync(this.#file, { force: true })
      return this.#take()
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

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
