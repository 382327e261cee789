import { fork, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import type { Readable } from 'node:stream'
import { needReady } from './readiness.ts'
import type { ForkOptions, UtilityProcess, utilityProcess as electronUtilityProcess } from 'electron'

type Surface = Pick<UtilityProcess, 'pid' | 'stdout' | 'stderr' | 'postMessage' | 'kill'>

/** A utility process over child_process: its other end is utility-child.ts, which makes `process.parentPort`. */
class HostUtilityProcess extends EventEmitter implements Surface {
  readonly #child: ChildProcess
  #spawned = false

  constructor(modulePath: string, args: string[] = [], { env, cwd, execArgv = [], stdio }: ForkOptions = {}) {
    super()
    const shim = new URL('utility-child.ts', import.meta.url).href
    const streams =
      stdio === 'pipe'
        ? (['ignore', 'pipe', 'pipe', 'ipc'] as const)
        : stdio === 'ignore'
          ? silent
          : inherited
    this.#child = fork(modulePath, [...args], {
      execArgv: ['--disable-warning=ExperimentalWarning', ...execArgv, '--import', shim],
      serialization: 'advanced',
      stdio: [...streams],
      env: env === undefined ? process.env : (env as NodeJS.ProcessEnv),
      ...(cwd !== undefined && { cwd }),
    })
    this.#child.on('spawn', () => {
      this.#spawned = true
      this.emit('spawn')
    })
    this.#child.on('message', (message) => this.emit('message', message))
    this.#child.on('exit', (code) => this.emit('exit', code ?? 1))
    this.#child.on('error', () => this.emit('exit', 1))
  }

  get pid(): number | undefined {
    const isOver = this.#child.exitCode !== null || this.#child.signalCode !== null
    return this.#spawned && !isOver ? this.#child.pid : undefined
  }

  get stdout(): Readable | null {
    return this.#child.stdout
  }

  get stderr(): Readable | null {
    return this.#child.stderr
  }

  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send(message as object)
  }

  /** As in Electron: one that was not started yet is not ended. */
  kill(): boolean {
    return this.pid !== undefined && this.#child.kill()
  }
}

const silent = ['ignore', 'ignore', 'ignore', 'ipc'] as const
const inherited = ['ignore', 'inherit', 'inherit', 'ipc'] as const

export const utilityProcess = {
  fork(...args: Parameters<typeof electronUtilityProcess.fork>): HostUtilityProcess {
    needReady('utilityProcess cannot be created before app is ready.')
    return new HostUtilityProcess(...args)
  },
}
