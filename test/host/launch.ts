import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { pageRuntime } from './page-script.ts'

const register = new URL('register.ts', import.meta.url).href
const addressLine = /^Forecourt window: (http:\S+)$/

export interface LaunchOptions {
  /** The main bundle of the app. */
  readonly entry: string
  readonly dataDir: string
  readonly args?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
}

/** An app that runs in the host, and all that it said. */
export class HostedApp {
  readonly process: ChildProcess
  readonly address: string
  readonly output: string[]

  constructor(child: ChildProcess, address: string, output: string[]) {
    this.process = child
    this.address = address
    this.output = output
  }

  /** Every address that it has printed; each works once. */
  get addresses(): string[] {
    return this.output.flatMap((line) => addressLine.exec(line)?.[1] ?? [])
  }

  /** Lets so many milliseconds pass for main at once. */
  pass(milliseconds: number): void {
    this.process.stdin?.write(`${milliseconds}\n`)
  }

  /** Has the computer asleep for so many milliseconds. */
  sleep(milliseconds: number): void {
    this.process.stdin?.write(`sleep ${milliseconds}\n`)
  }

  /** Ends it as a person or the system does; resolves to its exit code, null when a signal killed it. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return this.process.exitCode
    const ended = once(this.process, 'exit') as Promise<[number | null]>
    this.process.kill(signal)
    const [code] = await ended
    return code
  }
}

/** What Node is given to start a built app in the browser host. */
export const hostArguments = (entry: string, dataDir: string): string[] => [
  '--disable-warning=ExperimentalWarning',
  '--import',
  register,
  entry,
  `--user-data-dir=${dataDir}`,
]

/** Starts a built app in the browser host; resolves when it says the address of its window. */
export async function launchHost({
  entry,
  dataDir,
  args = [],
  env = process.env,
}: LaunchOptions): Promise<HostedApp> {
  const child = spawn(process.execPath, [...hostArguments(entry, dataDir), ...args], {
    env: { ...env, FORECOURT_HOST_PAGE: pageRuntime(), FORECOURT_HOST_CLOCK: 'stdin' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const output: string[] = []
  createInterface(child.stderr).on('line', (line) => output.push(line))
  const address = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      output.push(line)
      const found = addressLine.exec(line)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('error', reject)
    child.once('close', (code) =>
      reject(new Error(`the app ended with ${String(code)}:\n${output.join('\n')}`)),
    )
  })
  return new HostedApp(child, address, output)
}
