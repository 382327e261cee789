import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Forecourt } from '../../src/main/assemble.ts'
import { outputTo } from '../../src/main/cli/output.ts'
import { runCommand } from '../../src/main/cli/run.ts'
import { newSecret } from '../../src/main/team/secret.ts'
import { startSandbox } from '../../src/sandbox/sandbox.ts'
import { SandboxControl } from '../sandbox/sandbox-control.ts'
import { fourCells } from '../sandbox/vehicles/four-ids.ts'
import { assembledIn } from '../main/assembled.ts'
import type { Printed, Ran } from '../main/cli/counter.ts'
import { testEntries } from '../scripts.ts'
import type { Postgres } from './postgres.ts'

/** A desk: a data folder, its secret, and the command line on them. */
export class Desk {
  readonly name: string
  readonly dataDir: string
  readonly env: NodeJS.ProcessEnv

  constructor(name: string, dataDir: string, env: NodeJS.ProcessEnv) {
    this.name = name
    this.dataDir = dataDir
    this.env = { ...env, FORECOURT_DATA_DIR: dataDir, FORECOURT_TEAM_SECRET: newSecret() }
  }

  /** Its window, which the caller closes. */
  openWindow(): Forecourt {
    const { FORECOURT_BASE_URL: baseUrl, FORECOURT_USER_ID: user, FORECOURT_API_KEY: key } = this.env
    return assembledIn(this.dataDir, {
      overrides: { baseUrl: baseUrl ?? '', userId: Number(user), key: key ?? '' },
      teamSecret: this.env.FORECOURT_TEAM_SECRET ?? '',
    })
  }

  /** Writes a file of its data folder. */
  write(name: string, text: string): void {
    writeFileSync(join(this.dataDir, name), text)
  }

  async run(...argv: string[]): Promise<Ran> {
    let out = ''
    let err = ''
    const code = await runCommand(argv, {
      entries: testEntries,
      version: '0.0.0',
      env: this.env,
      output: outputTo({ out: (text) => (out += text), err: (text) => (err += text), live: false }),
    })
    return { code, out, err }
  }

  /** The same for a command whose `--json` is read. */
  async json<Answer = Printed>(...argv: string[]): Promise<Answer> {
    const { out, err } = await this.run(...argv, '--json')
    if (out.startsWith('{"error":')) throw new Error(err)
    return JSON.parse(out) as Answer
  }
}

/** Desks with one key at one service. */
export class Desks {
  readonly folder = mkdtempSync(join(tmpdir(), 'forecourt-team-'))
  readonly control: SandboxControl
  readonly close: () => Promise<void>
  /** The address of the service. */
  readonly url: string
  readonly #env: NodeJS.ProcessEnv

  private constructor(sandbox: Awaited<ReturnType<typeof startSandbox>>) {
    this.url = sandbox.baseUrl
    this.control = new SandboxControl(sandbox.baseUrl, sandbox.controlToken)
    this.#env = {
      FORECOURT_BASE_URL: sandbox.baseUrl,
      FORECOURT_USER_ID: String(sandbox.userId),
      FORECOURT_API_KEY: sandbox.key,
    }
    this.close = async () => {
      await sandbox.close()
      rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 })
    }
  }

  static async open(adverts = 20): Promise<Desks> {
    return new Desks(await startSandbox({ databasePath: ':memory:', adverts }))
  }

  desk(name: string, more: NodeJS.ProcessEnv = {}): Desk {
    const dataDir = join(this.folder, name)
    mkdirSync(dataDir)
    return new Desk(name, dataDir, { ...this.#env, ...more })
  }

  file(name: string, content: string): string {
    const path = join(this.folder, name)
    writeFileSync(path, content)
    return path
  }

  /** Prices of the creates that reached the service. */
  async created(): Promise<(string | undefined)[]> {
    return (await this.control.ledger())
      .filter(({ method }) => method === 'POST')
      .map(({ params }) => params.price)
  }
}

/** `team restored`, said by who keeps the server, as SQL. */
export const anotherEpoch = 'UPDATE forecourt.team SET past = past || epoch, epoch = gen_random_uuid()'

/** New cars that differ in their price and version. */
export const cars = (prices: readonly number[]): string =>
  `marka_id,model_id,base_id,equip_id,currency_id,price,version,auto_note\n${prices
    .map((price, at) => `${fourCells(at % 10)},USD,${price},For ${price},Авто\n`)
    .join('')}`

/** Makes a team of the desks; the first is its owner. `through` is where each of the others reaches the server. */
export async function makeTeam(
  postgres: Postgres,
  [owner, ...others]: readonly Desk[],
  through: (at: number) => string = () => `localhost:${postgres.port}`,
): Promise<void> {
  if (!owner) throw new Error('a team has a desk')
  owner.env.FORECOURT_TEAM_PASSWORD = postgres.password
  const made = await owner.run(
    'team',
    'init',
    '--server',
    postgres.address.replace(/localhost:\d+/, through(0)),
    '--ca',
    postgres.ca,
    '--name',
    owner.name,
  )
  if (made.code !== 0) throw new Error(made.err)
  for (const [at, desk] of others.entries()) {
    const { code } = await owner.json<{ code: string }>(
      'team',
      'invite',
      '--name',
      desk.name,
      '--server',
      through(at + 1),
    )
    const joined = await desk.run('team', 'join', code)
    if (joined.code !== 0) throw new Error(joined.err)
  }
}
