import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { SandboxControl } from './sandbox-control.ts'
import { startSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/sandbox.ts'

/** A running sandbox and the shortest way to ask it. */
export interface Running {
  readonly sandbox: Sandbox
  readonly control: SandboxControl
  /** Sends the request with the key; `query` goes behind it as it is. */
  fetch(
    method: string,
    path: string,
    query?: string,
    headers?: Record<string, string>,
    body?: string,
  ): Promise<Response>
  /** The parsed body of a GET. */
  get(path: string, query?: string): Promise<unknown>
}

const open: Sandbox[] = []
const folders: string[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.close()))
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })))
})

/** A sandbox that is closed after the test, with few adverts unless its file has them. */
export async function running(options: Partial<SandboxOptions> = {}): Promise<Running> {
  const fresh = options.databasePath === undefined && { databasePath: ':memory:', adverts: 400 }
  const sandbox = await startSandbox({ databasePath: ':memory:', ...fresh, ...options })
  open.push(sandbox)
  return asking(sandbox)
}

export function asking(sandbox: Sandbox): Running {
  const ask: Running['fetch'] = (method, path, query = '', headers = {}, body) =>
    fetch(`${sandbox.baseUrl}${path}?api_key=${sandbox.key}${query === '' ? '' : `&${query}`}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
    })
  return {
    sandbox,
    control: new SandboxControl(sandbox.baseUrl, sandbox.controlToken),
    fetch: ask,
    get: async (path, query) => (await ask('GET', path, query)).json() as Promise<unknown>,
  }
}

/** A folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-sandbox-'))
  folders.push(folder)
  return folder
}
