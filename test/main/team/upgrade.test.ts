import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cars, type Desks, type Desk } from '../../team/desks.ts'
import type { Postgres } from '../../team/postgres.ts'
import { beforeEachTwoDesks } from '../../team/two-desks.ts'

let postgres: Postgres
let desks: Desks
let olena: Desk
let petro: Desk
beforeEachTwoDesks((made) => {
  ;({ postgres, desks, olena, petro } = made)
})

const limit = 240_000

/** The same team on the tables and functions that the first version of them had. */
function goBackToFirst(): void {
  const kept = (table: string, columns: string) => {
    const rows = postgres.sql(
      `SELECT coalesce(json_agg(t), '[]') FROM (SELECT ${columns} FROM forecourt.${table}) AS t`,
    )
    return `INSERT INTO forecourt.${table} (${columns}) OVERRIDING SYSTEM VALUE
      SELECT ${columns} FROM json_populate_recordset(NULL::forecourt.${table}, $json$${rows}$json$)`
  }
  const rows = [
    kept('team', 'one, id, protocol, fingerprints, generation, system_id, timeline, desks'),
    kept('members', 'id, db_role, name, rights, generation, session, asked, joined_at, seen_at'),
  ]
  const desksRole = postgres.sql('SELECT desks FROM forecourt.team')
  const first = readFileSync(join(import.meta.dirname, '../../team/schema-1.sql'), 'utf8')
  postgres.sql('DROP SCHEMA forecourt CASCADE')
  for (const each of [first, ...rows]) postgres.sql(each)
  postgres.sql(`GRANT USAGE ON SCHEMA forecourt TO ${desksRole}`)
  postgres.sql(`GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA forecourt TO ${desksRole}`)
}

const upgrade = (desk: Desk) => desk.run('team', 'upgrade', '--server', postgres.address)

test(
  'a newer desk works with the tables of an older one, and an upgrade adds what they lack while the team goes on',
  async () => {
    goBackToFirst()
    const [first, second] = [desks.file('1.csv', cars([6_100])), desks.file('2.csv', cars([6_200]))]
    expect((await olena.run('import', first, '--commit')).code).toBe(0)
    const before = await petro.run('team', 'status')
    expect([before.code, before.err]).toEqual([0, expect.stringContaining('team upgrade --server')])
    petro.env.FORECOURT_TEAM_PASSWORD = postgres.password
    const ran = await Promise.all([upgrade(petro), upgrade(petro), olena.run('import', second, '--commit')])
    expect(ran.map(({ code }) => code)).toEqual([0, 0, 0])
    expect((await upgrade(petro)).err).toContain('already')
    const { entries } = await olena.json<{ entries: { what: string }[] }>('team', 'audit')
    expect(entries.filter(({ what }) => what === 'upgrade')).toHaveLength(1)
    expect((await petro.run('team', 'status')).err).not.toContain('team upgrade')
    // What was sent before is known, and what the new functions do is there.
    expect((await petro.run('import', first, '--commit')).err).toContain('sent in batch Olena, ')
    postgres.sql(`UPDATE forecourt.permits SET state = 'doubt'`)
    postgres.sql(`UPDATE forecourt.members SET seen_at = now() - interval '1 hour' WHERE name = 'Olena'`)
    expect((await petro.json<{ doubts: object[] }>('team', 'status')).doubts).toHaveLength(2)
    expect(await desks.created()).toEqual(['6100', '6200'])
  },
  limit,
)

test(
  'an upgrade needs the user that made the team, and a protocol of another version says who is to be updated',
  async () => {
    petro.env.FORECOURT_TEAM_PASSWORD = 'wrong'
    expect((await upgrade(petro)).err).toContain('doesn’t let this desk in')
    petro.env.FORECOURT_TEAM_PASSWORD = postgres.password
    const file = desks.file('new.csv', cars([6_300]))
    postgres.sql('UPDATE forecourt.team SET protocol = protocol + 1')
    expect((await petro.run('team', 'status')).err).toContain('Update this computer first')
    expect((await upgrade(petro)).code).toBe(2)
    expect((await petro.run('import', file, '--commit')).err).toContain('Update this computer first')
    postgres.sql('UPDATE forecourt.team SET protocol = protocol - 2')
    expect((await petro.run('team', 'status')).err).toContain('Go back to the version of the other desks')
    expect((await petro.run('import', file, '--commit')).code).toBe(2)
    expect(await desks.created()).toEqual([])
    postgres.sql('UPDATE forecourt.team SET protocol = protocol + 1')
    expect((await petro.run('import', file, '--commit')).code).toBe(0)
    postgres.sql(`UPDATE forecourt.team SET id = 'another'`)
    expect((await upgrade(petro)).err).toContain('has no team, or another one')
  },
  limit,
)
