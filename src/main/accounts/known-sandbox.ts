import type { SandboxEndpoint } from './sandbox-endpoint.ts'

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

/** What is known of the embedded service: that it runs, or how it was in an earlier run, if that is all that was asked of it. */
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

  /** As it runs, or as it last ran; null if nobody asked yet. */
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
