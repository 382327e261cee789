import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Desk } from './desks.ts'
import type { Postgres } from './postgres.ts'

interface KeptTeam {
  readonly postgres: Postgres
  /** SQL that brings the team again. */
  readonly sql: string
  readonly desks: readonly { readonly file: string; readonly secret: string | undefined }[]
}

/** Removes the team, with the roles of desks that were invited after it was kept: new ones are called the same. */
const withoutLater = (desks: string, roles: readonly string[]): string =>
  `DROP SCHEMA IF EXISTS forecourt CASCADE;
DO $$ DECLARE later text; BEGIN
  FOR later IN SELECT rolname FROM pg_roles WHERE starts_with(rolname, '${desks}_')
    AND rolname NOT IN (${roles.map((role) => `'${role}'`).join()})
  LOOP EXECUTE format('DROP ROLE %I', later); END LOOP;
END $$;`

/** Nobody was away, and the server is the one that the desks know: it did not come from a backup. */
const asJustMade = `UPDATE forecourt.members SET seen_at = now() WHERE seen_at IS NOT NULL;
UPDATE forecourt.team SET made_as = 'forecourt.team'::regclass,
  timeline = (SELECT timeline_id FROM pg_control_checkpoint());`

/** By the names of the desks. */
const kept = new Map<string, KeptTeam>()
const nameOf = (desks: readonly Desk[]): string => desks.map(({ name }) => name).join()
const fileOf = (desk: Desk): string => join(desk.dataDir, 'team.json')

/** Keeps a team that was just made, so that the next test with such desks has it without a single command. */
export function keepTeam(postgres: Postgres, desks: readonly Desk[]): void {
  const roles = postgres.sql('SELECT db_role FROM forecourt.members').split('\n')
  const desksRole = postgres.sql('SELECT desks FROM forecourt.team')
  const ofRoles = postgres
    .run('pg_dumpall', ...postgres.local, '--roles-only')
    .split('\n')
    .filter((line) => /^(ALTER|COMMENT ON) ROLE/.test(line) && roles.some((role) => line.includes(role)))
  kept.set(nameOf(desks), {
    postgres,
    sql: [withoutLater(desksRole, roles), postgres.dump(), ...ofRoles, asJustMade].join('\n'),
    desks: desks.map((desk) => ({
      file: readFileSync(fileOf(desk), 'utf8'),
      secret: desk.env.FORECOURT_TEAM_SECRET,
    })),
  })
}

/** @returns whether such a team was kept, and is there again */
export function bringTeam(postgres: Postgres, desks: readonly Desk[]): boolean {
  const team = kept.get(nameOf(desks))
  if (team?.postgres !== postgres) return false
  postgres.sqlOf(team.sql)
  for (const [at, desk] of desks.entries()) {
    writeFileSync(fileOf(desk), team.desks[at]?.file ?? '', { mode: 0o600 })
    desk.env.FORECOURT_TEAM_SECRET = team.desks[at]?.secret
  }
  return true
}
