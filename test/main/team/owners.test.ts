import { expect, test } from 'vitest'
import { cars, type Desk } from '../../team/desks.ts'
import { beforeEachTwoDesks, postgres, desks, olena, petro } from '../../team/two-desks.ts'
import { wholeTest } from '../../whole.ts'

beforeEachTwoDesks()

const rights = (desk: Desk, name: string, given: string) =>
  desk.run('team', 'rights', name, '--rights', given)
const rightsOf = (): string => postgres.sql('SELECT name, rights FROM forecourt.members ORDER BY invited_at')

wholeTest(
  'a team whose only owner is gone gets another one from who runs the server, and goes on',
  async () => {
    // The dump of a server whose machine was the owner’s, on another machine.
    postgres.sql(`UPDATE forecourt.team SET made_as = 'another'`)
    const file = desks.file('new.csv', cars([5_000]))
    expect((await petro.json<{ state: string }>('team', 'status')).state).toBe('waiting')
    const remove = () => petro.run('team', 'remove', 'Olena')
    const refused = await remove()
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('docs/office/team.md')])
    postgres.sql(`UPDATE forecourt.members SET rights = 'owner' WHERE name = 'Petro'`)
    expect((await remove()).code).toBe(0)
    expect((await petro.run('team', 'invite', '--name', 'Marta')).code).toBe(0)
    expect((await petro.run('import', file, '--commit')).code).toBe(0)
  },
)

test('an owner changes what a desk may do, and the last owner stays one', async () => {
  const file = desks.file('new.csv', cars([6_000]))
  expect((await rights(petro, 'Petro', 'owner')).err).toContain('no right')
  expect((await olena.run('team', 'rights', 'Petro')).err).toContain('needs --rights')
  expect((await rights(olena, 'Nobody', 'owner')).err).toContain('no desk of that name')
  expect((await rights(olena, 'Olena', 'sender')).err).toContain('last owner')
  expect((await rights(olena, 'Petro', 'viewer')).code).toBe(0)
  expect((await petro.run('import', file, '--commit')).err).toContain('no right to send')
  const changed = await olena.json('team', 'rights', 'petro', '--rights', 'owner')
  expect(changed).toEqual({ name: 'Petro', rights: 'owner' })
  expect((await petro.run('import', file, '--commit')).code).toBe(0)

  // Both give up at once, each while the other’s change is not committed yet: one stays.
  postgres.sql(`CREATE FUNCTION forecourt.slowly() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(2); RETURN NEW; END $$;
    CREATE TRIGGER slowly BEFORE UPDATE OF rights ON forecourt.members FOR EACH ROW EXECUTE FUNCTION forecourt.slowly()`)
  const ran = await Promise.all([rights(olena, 'Olena', 'sender'), rights(petro, 'Petro', 'sender')])
  expect(ran.map(({ code }) => code).toSorted()).toEqual([0, 2])
  expect(rightsOf().match(/owner/g)).toHaveLength(1)
})
