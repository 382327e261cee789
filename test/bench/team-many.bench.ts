import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { z } from 'zod'
import { askServer, connectTo } from '../../src/main/team/connection.ts'
import { fingerprints, protocol } from '../../src/main/team/schema/schema.ts'
import { newSecret, passwordOf, verifierOf } from '../../src/main/team/secret.ts'
import { Desks, makeTeam } from '../team/desks.ts'
import { Postgres } from '../team/postgres.ts'
import type { Figure } from './figure.ts'

export const name = 'team-many'

const anything = z.looseObject({})
const url = 'https://service.example'
/** How long each round lasts, ms. */
const span = 15_000

interface Round {
  readonly desks: number
  readonly accounts: number
  /** Ms between two rows of a desk that has its turn; 0: as fast as it gets permits. */
  readonly rest: number
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

  async work({ desks, accounts, rest, port }: Round): Promise<Found> {
    this.grow(desks)
    const ca = readFileSync(this.#postgres.ca, 'utf8')
    const server = { host: 'localhost', port, database: 'postgres', ca }
    const clients: { readonly client: pg.Client; readonly session: number }[] = []
    for (const role of this.#roles.slice(0, desks)) {
      const client = await connectTo(server, role)
      clients.push({ client, session: await sessionOf(client) })
    }
    const times: number[] = []
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
      ...clients.map(({ client, session }, at) =>
        deskWork(client, { at, session, user: at % accounts, rest, end, times }).catch(() => (failed += 1)),
      ),
    ])
    await Promise.all(clients.map(({ client }) => client.end()))
    return { times: times.sort((a, b) => a - b), connections, failed }
  }
}

interface Found {
  /** Of permits, in ms. */
  readonly times: readonly number[]
  /** The most that the server had. */
  readonly connections: number
  /** Desks that waited for an answer longer than the app does. */
  readonly failed: number
}

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

function figuresOf(what: string, { times, connections, failed }: Found): Figure[] {
  const percentile = (part: number): number => times[Math.floor(times.length * part)] ?? Number.NaN
  return [
    { name: `${what}: a permit, half of them`, value: percentile(0.5), unit: 'ms' },
    { name: `${what}: a permit, 95 %`, value: percentile(0.95), unit: 'ms' },
    { name: `${what}: permits`, value: times.length / (span / 1_000), unit: 'a second' },
    { name: `${what}: connections of the server`, value: connections, unit: '' },
    { name: `${what}: desks without an answer for 10 s`, value: failed, unit: '', goal: 0 },
  ]
}

export async function run(): Promise<Figure[]> {
  const postgres = await Postgres.start(['max_connections=200'])
  const desks = await Desks.open(1)
  try {
    await makeTeam(postgres, [desks.desk('Olena')])
    const crowd = new Crowd(postgres)
    const direct = { desks: 50, accounts: 20, port: postgres.port }
    return [
      ...figuresOf('50 desks, 20 accounts, no rest', await crowd.work({ ...direct, rest: 0 })),
      ...figuresOf('50 desks, 20 accounts, 1 s a row', await crowd.work({ ...direct, rest: 1_000 })),
    ]
  } finally {
    await desks.close()
    await postgres.remove()
  }
}
