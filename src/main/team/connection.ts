import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import pg from 'pg'
import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import { attemptMs } from '../http/trust.ts'
import type { TeamServer } from './team-file.ts'

export interface Login {
  readonly user: string
  readonly password: string
}

/** Milliseconds that a connection, and a statement, may take: a half-open connection is noticed by it. */
const limitMs = 10_000

/** Names of this computer itself. */
export const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1'])

/**
 * A connection to a team's server, encrypted with the server's certificate and name checked; only one that doesn't leave
 * this computer may do without.
 * @throws Fault `team`, whose reason says what is wrong with the server, the certificate or the login
 */
export async function connectTo({ host, port, database, ca }: TeamServer, login: Login): Promise<pg.Client> {
  // pg makes its sockets itself.
  setDefaultAutoSelectFamilyAttemptTimeout(attemptMs)
  const client = new pg.Client({
    ...login,
    host,
    port,
    database,
    ssl: tlsOf(host, ca),
    application_name: 'forecourt',
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
    statement_timeout: limitMs,
    idle_in_transaction_session_timeout: limitMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // No question waits for the answer to the one before it. The server does them in their order, each in its own transaction.
    pipeline: true,
  })
  // One that ends by itself is noticed by the next question.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    client.end().catch(() => undefined)
    throw teamFault(error)
  }
}

function tlsOf(host: string, ca: string | null): ConnectionOptions | false {
  if (ca === null && loopback.has(host)) return false
  return {
    rejectUnauthorized: true,
    ...(ca !== null && { ca }),
    ...(!/^[\d.:]+$/.test(host) && { servername: host }),
  }
}

/** Does work in one transaction. @throws what the work throws, and the server's own errors; then nothing of it was done */
export async function committed<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('BEGIN')
  try {
    const result = await work()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

const answerSchema = z.tuple([z.object({ answer: z.looseObject({ refused: z.string().optional() }) })])

/**
 * Asks a function of the schema `forecourt`.
 * @returns its answer, parsed; a refusal is one. @throws Fault `team`
 */
export async function askServer<Schema extends z.ZodType>(
  client: pg.Client,
  name: string,
  ask: object,
  schema: Schema,
): Promise<z.output<Schema> | Refused> {
  const rows = await client
    .query(`SELECT forecourt.${name}($1::jsonb) AS answer`, [JSON.stringify(ask)])
    .then(({ rows }) => rows as unknown)
    .catch((error: unknown) => {
      throw teamFault(error)
    })
  const [{ answer }] = answerSchema.parse(rows)
  if (answer.refused !== undefined) return refusedSchema.parse(answer)
  return schema.parse(answer)
}

const refusedSchema = z.object({
  refused: z.string(),
  who: z.string().nullish(),
  at: z.string().optional(),
  own: z.boolean().optional(),
  /** True if a row with an unknown result is refused. */
  open: z.boolean().optional(),
  head: z.int().optional(),
})
/** Refusals of the server, by the code of its reason. */
export type Refused = Readonly<z.infer<typeof refusedSchema>>

export const isRefused = (answer: object): answer is Refused => 'refused' in answer

/** Codes of PostgreSQL (its manual, appendix A), and of Node, by what a person can do about them. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/^(28P01|28000|42501)$/, 'login'],
  [/^(3D000|3F000)$/, 'database'],
  [/^(53100|58030)$/, 'full'],
  [/^53300$/, 'connections'],
  [/^25006$/, 'replica'],
  [/CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_/, 'certificate'],
]

/** The same for a server that this desk has not met: nothing else is true of it yet. @throws Fault `team` */
export const connectFirst = (server: TeamServer, login: Login): Promise<pg.Client> =>
  connectTo(server, login).catch((error: unknown) => {
    const isOffline = error instanceof Fault && error.details.reason === 'offline'
    const value = `${server.host}:${String(server.port)}`
    throw isOffline ? new Fault('team', { reason: 'no-server', value }, { cause: error }) : error
  })

/** Any error of the library as a Fault: what is not known better is a server that can't be reached. */
export function teamFault(error: unknown): Fault {
  if (error instanceof Fault) return error
  if (error instanceof z.ZodError) return new Fault('team', { reason: 'server' }, { cause: error })
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const known = message.includes('does not support SSL')
    ? 'no-tls'
    : reasons.find(([pattern]) => pattern.test(code))?.[1]
  // Classes 08, 53 and 57 are the connection, the machine and the administrator; any other error is one of the question.
  const found = known ?? (/^(?!08|53|57)(?=\D*\d)[\dA-Z]{5}$/.test(code) ? 'server' : undefined)
  return new Fault('team', { reason: found ?? 'offline', value: message.slice(0, 200) }, { cause: error })
}
