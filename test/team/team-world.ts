import { spawn, type ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { PlannedRow } from '../../src/main/writes/planned-row.ts'
import type { FaultRule } from '../../src/sandbox/control/faults.ts'
import { source } from '../main/batch/dealership.ts'
import { DeskProxy, type WireFault } from './desk-proxy.ts'
import type { DeskHit, DeskOrder } from './desk-order.ts'
import { anotherEpoch, Desks, makeTeam, type Desk } from './desks.ts'
import { hurryServer } from './hurried-times.ts'
import { leaveAndJoin, type Leaving } from './leave-and-join.ts'
import type { Mutant } from './mutants.ts'
import type { Postgres } from './postgres.ts'
import { stockFileName, stockFileText, type StockFile } from './stock-files.ts'
import { readTeamHistory, type TeamHistory } from './team-history.ts'

export const names = ['Olena', 'Petro', 'Ihor'] as const

/** What happens to the team's server in a life, so long after its begin. */
export interface ServerFault {
  /** `older`: it is restored from the backup that was made at the begin of the life, or earlier. */
  readonly kind: 'killed' | 'older'
  readonly afterMs: number
  readonly awayMs: number
  /** Desks that are killed before it, and so are away afterwards. */
  readonly with: readonly number[]
}

/** One life of each desk, side by side. */
export interface TeamLife {
  readonly desks: readonly {
    readonly hits: readonly DeskHit[]
    readonly wire: readonly WireFault[]
    readonly clockShift: number
    /** Nobody starts it. */
    readonly isAway: boolean
    readonly stock: readonly StockFile[]
  }[]
  readonly server: ServerFault | null
  readonly service: readonly FaultRule[]
  readonly lifeMs: number
  readonly isLast: boolean
}

export interface WorldSettings {
  readonly isHurried: boolean
  /** The team's limit of calls, and how long a minute of it is; null without one. */
  readonly quota: { readonly perHour: number; readonly minuteMs: number } | null
  /** What the server is restored from. */
  readonly backup: 'dump' | 'copy'
  readonly mutant: Mutant | null
}

/** Looks of 50 ms at whether a desk noticed that the server went back in time. */
const noticeLooks = 100

const child = fileURLToPath(new URL('desk-child.ts', import.meta.url))

/** A service, a team's server, and desks whose processes are run and killed. */
export class TeamWorld {
  readonly #postgres: Postgres
  readonly #settings: WorldSettings
  readonly #desks: Desks
  readonly #members: readonly Desk[]
  readonly #proxies: readonly DeskProxy[]
  readonly #planned: PlannedRow[][] = names.map(() => [])
  readonly #calls: number[] = []
  readonly #engines = new Map<number, ChildProcess>()
  #dump = ''
  #backedUpAt = ''
  /** Faults that struck, by their kind. */
  readonly struck: Record<string, number> = {}

  private constructor(
    postgres: Postgres,
    settings: WorldSettings,
    desks: Desks,
    proxies: readonly DeskProxy[],
  ) {
    this.#postgres = postgres
    this.#settings = settings
    this.#desks = desks
    this.#proxies = proxies
    this.#members = names.map((name) => desks.desk(name))
    subscribe('http.server.request.start', this.#onCall)
  }

  static async open(postgres: Postgres, settings: WorldSettings): Promise<TeamWorld> {
    const proxies = await Promise.all(names.map(() => DeskProxy.open(postgres.port)))
    const world = new TeamWorld(postgres, settings, await Desks.open(), proxies)
    await makeTeam(postgres, world.#members, (at) => proxies[at]?.address ?? '')
    if (settings.isHurried) postgres.sql(hurryServer)
    if (settings.quota)
      postgres.sql(
        `UPDATE forecourt.team SET per_hour = ${settings.quota.perHour}, minute_ms = ${settings.quota.minuteMs}`,
      )
    if (settings.mutant) postgres.sql(settings.mutant.server)
    world.#backup()
    return world
  }

  readonly #onCall = (message: unknown): void => {
    const { url } = (message as { request: { url: string } }).request
    if (!url.startsWith('/_control')) this.#calls.push(performance.now())
  }

  /** Plans a file at each desk; what the others sent since isn't known to it unless it hears of it. */
  async plan(
    rowsOf: (at: number, price: (autoId: number) => Promise<number>) => Promise<PlannedRow[]>,
  ): Promise<void> {
    const price = async (autoId: number): Promise<number> =>
      Number((await this.#desks.control.advert(autoId))?.price)
    for (const [at, desk] of this.#members.entries()) {
      const rows = await rowsOf(at, price)
      if (rows.length === 0) continue
      const window = desk.openWindow()
      try {
        const { accountId, userId } = await window.context.accounts.owner()
        await window.team.pullIfReachable(accountId)
        await window.batches.planner.plan(source(userId, { accountId }), rows)
      } finally {
        await window.close()
      }
      this.#planned[at]?.push(...rows)
    }
  }

  /** Adverts of the account that exist from the beginning. */
  async ownAdverts(): Promise<readonly number[]> {
    const window = this.#members[0]?.openWindow()
    try {
      return (await (await window?.context.current())?.inventory.ownAdverts())?.active ?? []
    } finally {
      await window?.close()
    }
  }

  /** A desk leaves the team and joins again, while none of them works. */
  async rejoin(at: number, how: Leaving): Promise<void> {
    const owner = this.#members[0]
    const desk = this.#members[at]
    const proxy = this.#proxies[at]
    if (!owner || !desk || !proxy) throw new Error(`there is no desk ${at}`)
    for (const each of this.#proxies) each.arm([])
    await leaveAndJoin(owner, desk, how, proxy.address)
    // A backup from before has another desk of that name.
    this.#backup()
    this.#note(`a desk ${how}`)
  }

  /** Desks that spoke to the server since its backup. */
  #spokeSince(): number[] {
    const found = this.#postgres.sql(
      `SELECT name FROM forecourt.members WHERE seen_at > '${this.#backedUpAt}'`,
    )
    return names.flatMap((name, at) => (found.split('\n').includes(name) ? [at] : []))
  }

  /**
   * A copy of the files is noticed by a desk that spoke to the server since, which comes first here. If none does, who keeps the server says it, as
   * the recipe of a restore has it.
   */
  async #notice(spoke: readonly number[]): Promise<void> {
    const epoch = (): string => this.#postgres.sql('SELECT epoch FROM forecourt.team')
    const before = epoch()
    for (const at of spoke) this.#proxies[at]?.shut(false)
    for (let left = noticeLooks; left > 0 && spoke.some((at) => this.#engines.has(at)); left -= 1) {
      if (epoch() !== before) break
      await pause(50)
    }
    if (epoch() === before) this.#postgres.sql(anotherEpoch)
    else this.#note('noticed by a desk')
  }

  #backup(): void {
    this.#backedUpAt = this.#postgres.sql('SELECT clock_timestamp()')
    if (this.#settings.backup === 'copy') this.#postgres.copy()
    else this.#dump = this.#postgres.dump()
  }

  /** Runs a process of each desk, to its end. */
  async live(life: TeamLife): Promise<void> {
    const { control } = this.#desks
    if (life.isLast) this.#endQuota()
    await control.clearFaults()
    for (const fault of life.service) await control.addFault(fault)
    for (const [at, proxy] of this.#proxies.entries()) proxy.arm(life.desks[at]?.wire ?? [])
    const before = this.#proxies.map(({ struck }) => struck)
    await Promise.all([
      ...this.#members.map((desk, at) => this.#runDesk(desk, life, at)),
      life.server && this.#strikeServer(life.server),
    ])
    for (const [at, proxy] of this.#proxies.entries()) this.#note('wire', proxy.struck - (before[at] ?? 0))
  }

  /** A desk that waits for its quota does so by whole minutes: what is left is sent without. */
  #endQuota(): void {
    this.#postgres.sql('UPDATE forecourt.team SET per_hour = NULL')
    unsubscribe('http.server.request.start', this.#onCall)
  }

  #note(kind: string, count = 1): void {
    if (count > 0) this.struck[kind] = (this.struck[kind] ?? 0) + count
  }

  async #strikeServer({ kind, afterMs, awayMs, with: ended }: ServerFault): Promise<void> {
    await pause(afterMs)
    const killed = ended.filter((at) => this.#engines.get(at)?.kill('SIGKILL'))
    this.#note('SIGKILL before the server', killed.length)
    const spoke = this.#spokeSince()
    if (kind === 'older') for (const proxy of this.#proxies) proxy.shut(true)
    await this.#postgres.end('immediate')
    await pause(awayMs)
    const { backup } = this.#settings
    if (kind === 'older' && backup === 'copy') this.#postgres.putBack()
    await this.#postgres.begin()
    if (kind === 'older') {
      if (backup === 'dump') this.#postgres.restore(this.#dump)
      else await this.#notice(spoke)
      for (const proxy of this.#proxies) proxy.shut(false)
    } else if (awayMs % 2 === 0) this.#backup()
    this.#note(kind === 'older' ? `server older, from a ${backup}` : `server ${kind}`)
  }

  async #runDesk({ dataDir, env }: Desk, { desks, lifeMs, isLast }: TeamLife, at: number): Promise<void> {
    if (desks[at]?.isAway) {
      this.#note('a desk is away')
      return
    }
    const order: DeskOrder = {
      dataDir,
      account: {
        baseUrl: env.FORECOURT_BASE_URL ?? '',
        userId: Number(env.FORECOURT_USER_ID),
        key: env.FORECOURT_API_KEY ?? '',
      },
      secret: env.FORECOURT_TEAM_SECRET ?? '',
      hits: desks[at]?.hits ?? [],
      stock: (desks[at]?.stock ?? []).map((file) =>
        this.#desks.file(stockFileName(file), stockFileText(file)),
      ),
      clockShift: desks[at]?.clockShift ?? 0,
      lifeMs,
      isLast,
      isHurried: this.#settings.isHurried,
    }
    const engine = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', child], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        TEAM_ORDER: JSON.stringify(order),
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'forecourt-crash-cache'),
      },
    })
    this.#engines.set(at, engine)
    engine.stdout.on('data', (said: Buffer) => this.#hit(engine, JSON.parse(said.toString()) as DeskHit))
    const words: Buffer[] = []
    engine.stderr.on('data', (chunk: Buffer) => words.push(chunk))
    const [code, signal] = (await once(engine, 'close')) as [number | null, string | null]
    this.#engines.delete(at)
    if (code !== 0 && signal !== 'SIGKILL')
      throw new Error(`${names[at]} ended with ${code} ${signal}: ${Buffer.concat(words).toString()}`)
  }

  #hit(engine: ChildProcess, { point, signal, forMs }: DeskHit): void {
    this.#note(`${signal} ${point}`)
    if (signal === 'SIGSTOP') setTimeout(() => engine.kill('SIGCONT'), forMs)
  }

  /** Lets each desk tell the others what it has to, and hear what they told. */
  async meet(): Promise<void> {
    for (const proxy of this.#proxies) proxy.arm([])
    for (const desk of [...this.#members, ...this.#members]) {
      const { code, out, err } = await desk.run('team', 'status')
      if (code !== 0) throw new Error(`${desk.name} does not meet the server: ${out}${err}`)
    }
  }

  async history(): Promise<TeamHistory> {
    return readTeamHistory({
      postgres: this.#postgres,
      desks: this.#members,
      planned: this.#planned,
      ledger: await this.#desks.control.ledger(),
      calls: this.#calls,
      quota: this.#settings.quota,
    })
  }

  async close(): Promise<void> {
    unsubscribe('http.server.request.start', this.#onCall)
    for (const proxy of this.#proxies) await proxy.close()
    await this.#desks.close()
    this.#postgres.sql('DROP SCHEMA forecourt CASCADE')
  }
}
