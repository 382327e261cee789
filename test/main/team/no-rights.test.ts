import { expect } from 'vitest'
import { cars, type Desk } from '../../team/desks.ts'
import { beforeEachTwoDesks, postgres, desks, olena, petro } from '../../team/two-desks.ts'
import { wholeTest } from '../../whole.ts'

beforeEachTwoDesks()

interface Paused {
  readonly state: string
  readonly pauseReason: string
  readonly teamRefusal?: { readonly reason: string }
}
const batchesOf = async (desk: Desk): Promise<readonly Paused[]> =>
  (await desk.json<{ batches: Paused[] }>('batches')).batches

const setRights = (rights: string): string =>
  postgres.sql(`UPDATE forecourt.members SET rights = '${rights}' WHERE name = 'Petro'`)

wholeTest(
  'a desk that may not send is told so before anything is planned, and sends once it may',
  async () => {
    const file = desks.file('new.csv', cars([5_000]))
    setRights('viewer')
    // To look at a file is no sending.
    expect((await petro.run('import', file)).code).toBe(0)
    const refused = await petro.run('import', file, '--commit')
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('no right to send')])
    expect(refused.err).toContain('team rights NAME --rights sender')
    expect(await batchesOf(petro)).toEqual([])
    const window = petro.openWindow()
    try {
      const { accountId } = await window.context.accounts.owner()
      const maySend = () => window.team.checkMaySend(accountId)
      await expect(maySend()).rejects.toMatchObject({ details: { reason: 'send-rights' } })
      setRights('sender')
      await maySend()
    } finally {
      await window.close()
    }
    expect((await petro.run('import', file, '--commit')).code).toBe(0)
    expect(await desks.created()).toEqual(['5000'])
  },
)

wholeTest('a batch that its team does not let through keeps why, also for the next process', async () => {
  await postgres.end('immediate')
  await petro.run('import', desks.file('new.csv', cars([6_000])), '--commit')
  await postgres.begin()
  setRights('viewer')
  const viewer = await petro.run('resume')
  expect([viewer.code, viewer.err]).toEqual([1, expect.stringContaining('no right to send')])
  const paused = { state: 'paused', pauseReason: 'team' }
  expect(await batchesOf(petro)).toMatchObject([{ ...paused, teamRefusal: { reason: 'send-rights' } }])
  await olena.run('team', 'remove', 'Petro')
  const removed = await petro.run('resume')
  expect([removed.code, removed.err]).toEqual([1, expect.stringContaining('team leave --force')])
  expect(await batchesOf(petro)).toMatchObject([{ ...paused, teamRefusal: { reason: 'login' } }])
  expect(await desks.created()).toEqual([])
  // Whatever comes next says nothing of a refusal that is over.
  await petro.run('team', 'leave', '--force')
  expect((await petro.run('resume', '--left-team')).code).toBe(0)
  const [batch] = await batchesOf(petro)
  expect(batch).toMatchObject({ state: 'finished' })
  expect(batch?.teamRefusal).toBeUndefined()
})
