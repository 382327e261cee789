import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { z } from 'zod'
import { askServer, connectTo } from '../../src/main/team/connection.ts'
import { fingerprints, protocol } from '../../src/main/team/schema/schema.ts'
import { newSecret, passwordOf, verifierOf } from '../../src/main/team/secret.ts'
import { Desks, makeTeam } from '../team/desks.ts'
import { hasPgBouncer, PgBouncer } from '../team/pg-bouncer.ts'
import { Postgres } from '../team/postgres.ts'
import type { Figure } from './figure.ts'

export const name = 'team-many'

const anything = z.looseObject({})
const url = 'https://service.example'
/** How long each round lasts, ms. */
const span = 30_000
/** A team's server for a thousand desks: in each account one sends a row every few seconds, and the others look at the log. */
const thousand = { desks: 1_000, accounts: 200, rest: 5_000, look: 60_000 }
/** That PgBouncer has to the server. */
const fewConnections = [50, 20]

interface Round {
  readonly desks: number
  readonly accounts: number
  /** Ms between two rows of a desk that has its turn; 0: as fast as it gets permits. */
  readonly rest: number
  /** Ms between two looks at the log of a desk that sends nothing; null: each desk sends when it has its turn. */
  readonly look: number | null
  readonly port: number
}

/** Desks as the database knows them, without a data folder: each has a role and a connection, and asks as the app does. */
class Crowd {
  readonly #postgres: Postgres
  readonly #roles: { readonly user: string; readonly password: string }[] = []

  constructor(postgres: Postgres) {
    this.#postgres = postgres
  }

  /** Makes roles and members until there are so many. */
  grow(count: number): void {
    const desks = this.#postgres.sql('SELECT desks FROM forecourt.team')
    const made = Array.from({ length: count - this.#roles.length }, () => {
      const role = { user: `crowd_${this.#roles.length}`, password: passwordOf(newSecret()) }
      this.#roles.push(role)
      return `CREATE ROLE ${role.user} LOGIN PASSWORD '${verifierOf(role.password)}' IN ROLE ${desks};
        INSERT INTO forecourt.members (db_role, name, rights, generation, joined_at)
          VALUES ('${role.user}', '${role.user}', 'sender', 1, clock_timestamp());`
    })
    for (let from = 0; from < made.length; from += 100)
      this.#postgres.sql(made.slice(from, from + 100).join('\n'))
  }

  async work({ desks, accounts, rest, look, port }: Round): Promise<Found> {
    this.grow(desks)
    const ca = readFileSync(this.#postgres.ca, 'utf8')
    const server = { host: 'localhost', port, database: 'postgres', ca }
    const clients: { readonly client: pg.Client; readonly session: number }[] = []
    for (const role of this.#roles.slice(0, desks)) {
      const client = await connectTo(server, role)
      clients.push({ client, session: await sessionOf(client) })
    }
    const times: number[] = []
    const looks: number[] = []
    let failed = 0
    const end = performance.now() + span
    let connections = 0
    const watch = async (): Promise<void> => {
      while (performance.now() < end) {
        connections = Math.max(
          connections,
          Number(this.#postgres.sql(`SELECT count(*) FROM pg_stat_activity WHERE usename LIKE 'crowd%'`)),
        )
        await pause(2_000)
      }
    }
    await Promise.all([
      watch(),
      ...clients.map(({ client, session }, at) => {
        const desk = { at, session, user: at % accounts, end }
        const work =
          look === null || at < accounts
            ? deskWork(client, { ...desk, rest, times })
            : lookOn(client, { ...desk, rest: look, times: looks })
        return work.catch(() => (failed += 1))
      }),
    ])
    await Promise.all(clients.map(({ client }) => client.end()))
    for (const each of [times, looks]) each.sort((a, b) => a - b)
    return { times, looks, connections, failed }
  }
}

interface Found {
  /** Of permits, in ms. */
  readonly times: readonly number[]
  /** Of looks at the log, in ms. */
  readonly looks: readonly number[]
  /** The most that the server had. */
  readonly connections: number
  /** Desks that waited for an answer longer than the app does. */
  readonly failed: number
}

const pageSchema = z.looseObject({ upto: z.int().nullable() })
const helloSchema = z.looseObject({ session: z.int() })
const facts = { protocol, fingerprints, version: 'bench', aside: false, asked: 0, heads: [] }
const sessionOf = async (client: pg.Client): Promise<number> =>
  helloSchema.parse(await askServer(client, 'hello', facts, anything)).session

interface Work {
  readonly at: number
  readonly session: number
  readonly user: number
  readonly rest: number
  readonly end: number
  readonly times: number[]
}

/** Waits for its turn a second at a time, and then asks for a permit and reports for one row after the other. */
async function deskWork(client: pg.Client, { at, session, user, rest, end, times }: Work): Promise<void> {
  const ask = (what: string, more: object) =>
    askServer(client, what, { session, url, user, ...more }, anything)
  await pause(Math.random() * rest)
  for (let row = 0; performance.now() < end;) {
    const turn = await ask('turn', { kind: 'send', byPerson: false })
    if ('refused' in turn) {
      await pause(1_000)
      continue
    }
    for (const until = performance.now() + 5_000; performance.now() < Math.min(until, end); row += 1) {
      const key = `${at}/${Date.now()}-${row}`
      const autoId = 1_000_000 * (at + 1) + row
      const begun = performance.now()
      const answer = await ask('permit', {
        ...{ fence: turn.fence, after: 0, asked: row, key, attempt: 1, operation: 'edit', fingerprint: key },
        ...{
          copy: 1,
          stockKey: null,
          autoId,
          payload: { auto_id: autoId, price: row },
          before: { price: 1 },
        },
        file: null,
      })
      if ('refused' in answer) break
      times.push(performance.now() - begun)
      await ask('report', { key, attempt: 1, state: 'done', autoId })
      if (rest > 0) await pause(rest)
    }
  }
}

/** Looks at the log from time to time, each desk at a moment of its own. */
async function lookOn(client: pg.Client, { session, user, rest, end, times }: Work): Promise<void> {
  let after = 0
  for (let wait = Math.random() * rest; performance.now() + wait < end; wait = rest) {
    await pause(wait)
    const begun = performance.now()
    const page = await askServer(client, 'changes', { session, url, user, after }, pageSchema)
    times.push(performance.now() - begun)
    if (!('refused' in page)) after = page.upto ?? after
  }
}

function figuresOf(what: string, { times, looks, connections, failed }: Found): Figure[] {
  const ofPermits = [
    { name: `${what}: a permit, half of them`, value: percentile(times, 0.5), unit: 'ms' },
    { name: `${what}: a permit, 95 %`, value: percentile(times, 0.95), unit: 'ms' },
    { name: `${what}: permits`, value: times.length / (span / 1_000), unit: 'a second' },
  ]
  const ofLooks = [
    { name: `${what}: a look at the log, half of them`, value: percentile(looks, 0.5), unit: 'ms' },
    { name: `${what}: a look at the log, 95 %`, value: percentile(looks, 0.95), unit: 'ms' },
    { name: `${what}: looks`, value: looks.length / (span / 1_000), unit: 'a second' },
  ]
  return [
    ...ofPermits,
    ...(looks.length > 0 ? ofLooks : []),
    { name: `${what}: connections of the server`, value: connections, unit: '' },
    { name: `${what}: desks without an answer for 10 s`, value: failed, unit: '', goal: 0 },
  ]
}

const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.floor(sorted.length * part)] ?? Number.NaN

async function behindPgBouncer(crowd: Crowd, postgres: Postgres): Promise<Figure[]> {
  if (!hasPgBouncer()) {
    process.stdout.write('  Not tried behind PgBouncer, which is missing: apt-get install pgbouncer\n')
    return []
  }
  const figures: Figure[] = []
  for (const connections of fewConnections) {
    const bouncer = await PgBouncer.start(postgres, connections)
    try {
      const found = await crowd.work({ ...thousand, port: bouncer.port })
      figures.push(...figuresOf(`1,000 desks behind PgBouncer with ${connections}`, found))
    } finally {
      await bouncer.end()
    }
  }
  return figures
}

export async function run(): Promise<Figure[]> {
  const postgres = await Postgres.start(['max_connections=1200', 'autovacuum_naptime=1s'])
  const desks = await Desks.open(1)
  try {
    await makeTeam(postgres, [desks.desk('Olena')])
    const crowd = new Crowd(postgres)
    const { port } = postgres
    const fifty = { desks: 50, accounts: 20, look: null, port }
    return [
      ...figuresOf('50 desks, 20 accounts, no rest', await crowd.work({ ...fifty, rest: 0 })),
      ...figuresOf('50 desks, 20 accounts, 1 s a row', await crowd.work({ ...fifty, rest: 1_000 })),
      ...figuresOf('1,000 desks', await crowd.work({ ...thousand, port })),
      ...(await behindPgBouncer(crowd, postgres)),
    ]
  } finally {
    await desks.close()
    await postgres.remove()
  }
}
