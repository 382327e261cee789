import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import { committed, connectFirst, teamFault, type Login } from './connection.ts'
import { fingerprints, protocol, schemaSql } from './schema/schema.ts'
import { passwordOf, verifierOf } from './secret.ts'
import type { QuotaLimits } from '../quota/quota.ts'
import type { TeamFile, TeamServer } from './team-file.ts'

/** The oldest PostgreSQL that is supported by its makers and has all that the schema needs. */
const oldest = 130_000

const factsSchema = z.tuple([
  z.object({ version: z.coerce.number(), fsync: z.string(), replica: z.boolean(), exists: z.boolean() }),
])

export const newTeamId = (): string => randomBytes(4).toString('hex')

interface Founding {
  /** Id of `newTeamId`. */
  readonly team: string
  /** Name of this desk. */
  readonly name: string
  /** The desk's own. */
  readonly secret: string
  /** Number of calls that the desks may make together. */
  readonly limits: QuotaLimits
  /** Keeps at the desk what it needs; if that fails, there is no team. */
  readonly keep: (file: TeamFile) => void
}

/**
 * Makes a team in a database, with this desk as its owner.
 * @param admin a role that may make roles and schemas; it is asked for once and not kept
 * @throws Fault `team`; nothing is left behind at the server then
 */
export async function foundTeam(
  server: TeamServer,
  admin: Login,
  { team, name, secret, limits: { perHour, perMonth }, keep }: Founding,
): Promise<TeamFile> {
  const client = await connectFirst(server, admin)
  try {
    await refuseUnsafe(client)
    if ((await factsOf(client)).exists) throw new Fault('team', { reason: 'exists' })
    const role = `forecourt_${team}_1`
    const file = { version: 1, team, name, role, server } as const
    await committed(client, async () => {
      // Two that begin at once make one team.
      await client.query(`SELECT pg_advisory_xact_lock(hashtext('forecourt'))`)
      if ((await factsOf(client)).exists) throw new Fault('team', { reason: 'exists' })
      await client.query(schemaSql)
      await client.query(rolesSql(team, role, verifierOf(passwordOf(secret))))
      await client.query(
        `INSERT INTO forecourt.team (id, protocol, fingerprints, desks, per_hour, per_month, made_as)
         VALUES ($1, $2, $3, $4, $5, $6, forecourt.identity())`,
        [team, protocol, fingerprints, `forecourt_${team}`, perHour, perMonth],
      )
      await client.query(
        `INSERT INTO forecourt.members (id, db_role, name, rights, joined_at) VALUES (1, $1, $2, 'owner', clock_timestamp())`,
        [role, name],
      )
      keep(file)
    })
    return file
  } catch (error) {
    throw mayNotMake(error)
      ? new Fault('team', { reason: 'no-maker', value: admin.user }, { cause: error })
      : teamFault(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** A role that may make no schema, or no roles. */
const mayNotMake = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '42501'

async function factsOf(client: pg.Client): Promise<z.infer<typeof factsSchema>[0]> {
  const { rows } = await client.query(
    `SELECT current_setting('server_version_num') AS version, current_setting('fsync') AS fsync,
       pg_is_in_recovery() AS replica, to_regnamespace('forecourt') IS NOT NULL AS exists`,
  )
  return factsSchema.parse(rows)[0]
}

/** A server that may forget what it confirmed, or that can't write, keeps no promise. */
async function refuseUnsafe(client: pg.Client): Promise<void> {
  const { version, fsync, replica } = await factsOf(client)
  if (version < oldest) throw new Fault('team', { reason: 'version' })
  if (fsync !== 'on') throw new Fault('team', { reason: 'fsync' })
  if (replica) throw new Fault('team', { reason: 'replica' })
}

/** Desks reach the functions and nothing else. */
const grantsSql = (desks: string): string => `
  REVOKE ALL ON ALL FUNCTIONS IN SCHEMA forecourt FROM PUBLIC;
  GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA forecourt TO ${desks};`

/** Names and the verifier are made of letters that need no quoting. */
const rolesSql = (team: string, role: string, verifier: string): string => `
  CREATE ROLE forecourt_${team} NOLOGIN;
  REVOKE ALL ON SCHEMA forecourt FROM PUBLIC;
  GRANT USAGE ON SCHEMA forecourt TO forecourt_${team};
  ${grantsSql(`forecourt_${team}`)}
  CREATE ROLE ${role} LOGIN PASSWORD '${verifier}' IN ROLE forecourt_${team};`
