import { type SandboxEndpoint, sandboxEndpointSchema } from './sandbox-endpoint.ts'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { savedIdentity } from '../../sandbox/saved-identity.ts'
import type { Sandbox, SandboxOptions } from '../../sandbox/sandbox-options.ts'
import { writeFileAtomically } from '../storage/atomic-file.ts'
import { makeFolder } from '../system/make-folder.ts'

interface KnownSandboxPorts {
  /** Starts the embedded service if it isn't running yet. */
  readonly start: () => Promise<SandboxEndpoint>
  /** As it was when it last ran, or null; absent, it is started to be known. */
  readonly last: (() => SandboxEndpoint | null) | undefined
  /** Gets its key before it is used, so that no log line ever shows it. */
  readonly onKey: (key: string) => void
  /** It runs: its address may be shown. */
  readonly onStarted: () => void
}

/** Facts of the embedded service: that it runs, or how it was in an earlier run, if that is all that was asked of it. */
export class KnownSandbox {
  readonly #ports: KnownSandboxPorts
  #running: SandboxEndpoint | null = null
  #last: SandboxEndpoint | null = null

  constructor(ports: KnownSandboxPorts) {
    this.#ports = ports
  }

  /** As it runs; null before it was started. */
  get running(): SandboxEndpoint | null {
    return this.#running
  }

  /** As it runs, or as it last ran; null before the first question. */
  get seen(): SandboxEndpoint | null {
    return this.#running ?? this.#last
  }

  /** As it runs, else as it last ran, else started. */
  async known(): Promise<SandboxEndpoint> {
    return this.lastKnown() ?? this.started()
  }

  /** As it runs, else as it last ran, else null; it is never started for that. */
  lastKnown(): SandboxEndpoint | null {
    if (this.#running) return this.#running
    this.#last ??= this.#ports.last?.() ?? null
    if (this.#last) this.#ports.onKey(this.#last.key)
    return this.#last
  }

  async started(): Promise<SandboxEndpoint> {
    const { start, onKey, onStarted } = this.#ports
    const started = await start()
    onKey(started.key)
    const first = this.#running === null
    this.#running = started
    if (first) onStarted()
    return started
  }
}

/** Facts that the process which runs the sandbox leaves for others of its data folder. */
const noticeSchema = sandboxEndpointSchema.extend({ pid: z.int() })

/** True if any process has this id. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

export type StartSandbox = (options: SandboxOptions) => Promise<Sandbox>

/** Time for which a sandbox of another process may take to say that it is there, in ms. */
const pingLimit = 1_000

/**
 * The service behind the sandbox account. It starts when it is first needed. If another process of the same data folder
 * runs it already (the window, while a script runs the command line), that one is used: both see one stock. Its files
 * lie in a separate folder next to the app's data, never inside it: a service knows its keys, the app stores none.
 */
export class EmbeddedSandbox {
  readonly #folder: string
  readonly #begin: StartSandbox
  #own: Promise<Sandbox> | null = null
  #closing = false

  constructor(dataDir: string, begin: StartSandbox) {
    this.#folder = join(dataDir, 'sandbox')
    this.#begin = begin
  }

  async endpoint(): Promise<SandboxEndpoint> {
    if (!this.#own) {
      const other = await this.#running()
      if (other) return other
    }
    const { baseUrl, userId, key } = await (this.#own ??= this.#start())
    return { baseUrl, userId, key }
  }

  /**
   * Key and user as they were at its last start and will be at the next one, and its last address; null if it never ran
   * in this folder. Nothing is started.
   */
  lastEndpoint(): SandboxEndpoint | null {
    const port = this.#lastPort()
    const identity = port === 0 ? null : savedIdentity(this.#databasePath)
    return identity && { baseUrl: `http://127.0.0.1:${port}`, ...identity }
  }

  async close(): Promise<void> {
    this.#closing = true
    const own = await this.#own?.catch(() => null)
    if (!own) return
    rmSync(this.#noticePath, { force: true })
    await own.close()
  }

  /** 0 if it never ran. */
  #lastPort(): number {
    return existsSync(this.#portPath) ? Number(readFileSync(this.#portPath, 'utf8')) : 0
  }

  get #databasePath(): string {
    return join(this.#folder, 'sandbox.db')
  }

  get #portPath(): string {
    return join(this.#folder, 'port')
  }

  get #noticePath(): string {
    return join(this.#folder, 'running.json')
  }

  async #start(): Promise<Sandbox> {
    if (this.#closing) throw new Error('the sandbox is closing')
    // Not by the thread pool, which may be waiting for a network that is away: the window's rows wait for this.
    makeFolder(this.#folder)
    const sandbox = await this.#startAgain()
    const { baseUrl, userId, key } = sandbox
    writeFileAtomically(this.#portPath, new URL(baseUrl).port)
    writeFileAtomically(this.#noticePath, JSON.stringify({ pid: process.pid, baseUrl, userId, key }))
    return sandbox
  }

  /** On the port of the last time if it is free: the addresses of cached photos contain it. */
  async #startAgain(): Promise<Sandbox> {
    const options = { databasePath: this.#databasePath }
    const port = this.#lastPort()
    try {
      return await this.#begin({ ...options, port })
    } catch (error) {
      if (port === 0) throw error
      return this.#begin(options)
    }
  }

  /**
   * The sandbox that another process runs, when it answers. A process that was killed left its notice. At its address
   * the sandbox of a copy of this folder may answer, which has the same key.
   */
  async #running(): Promise<SandboxEndpoint | null> {
    try {
      const { pid, ...notice } = noticeSchema.parse(JSON.parse(readFileSync(this.#noticePath, 'utf8')))
      if (!isRunning(pid)) return null
      const address = `${notice.baseUrl}/states?api_key=${encodeURIComponent(notice.key)}`
      const answer = await fetch(address, { signal: AbortSignal.timeout(pingLimit) })
      return answer.ok ? notice : null
    } catch {
      return null
    }
  }
}
