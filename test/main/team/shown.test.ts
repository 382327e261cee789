import { expect } from 'vitest'
import { cars } from '../../team/desks.ts'
import { beforeEachTwoDesks, desks, olena, petro } from '../../team/two-desks.ts'
import { wholeTest } from '../../whole.ts'

beforeEachTwoDesks()

wholeTest(
  'a window shows what another desk created, changed and deleted, and its batches, without a request',
  async () => {
    const [kept, gone] = (
      await olena.json('import', desks.file('new.csv', cars([8_000, 8_500])), '--commit')
    ).rows.map(({ autoId }) => autoId ?? 0)
    const window = petro.openWindow()
    try {
      await window.inventorySync.sync()
      const { accountId, userId } = await window.context.accounts.owner()
      await window.team.pull(accountId)
      const shown = (ids: readonly (number | undefined)[]) =>
        window.inventory.table.facts
          .all(
            accountId,
            ids.map((id) => id ?? 0),
          )
          .map(({ id, usd, state, userId: owner }) => ({ id, usd, state, isOwn: owner === userId }))
      const edit = desks.file('edit.csv', `auto_id,currency_id,price\n${kept},USD,8200\n`)
      expect((await olena.run('import', edit, '--commit', '--yes')).code).toBe(0)
      const removal = desks.file('gone.csv', `auto_id\n${gone}\n`)
      await olena.run('import', removal, '--operation', 'delete', '--commit', '--yes')
      const made = await olena.json('import', desks.file('more.csv', cars([9_000])), '--commit')
      const id = made.rows[0]?.autoId ?? 0
      await desks.control.clearRequests()
      await window.team.pull(accountId)
      expect(await desks.control.requests()).toEqual({})
      expect(shown([kept, gone, id])).toEqual([
        { id: kept, usd: 8_200, state: 'live', isOwn: true },
        { id: gone, usd: 8_500, state: 'gone', isOwn: true },
        { id, usd: 9_000, state: 'live', isOwn: true },
      ])
      const [creates, removed, edited, first] = window.batches.reader.page().ofTeam
      expect([first?.desk, first?.counts.done, first?.contents?.creates]).toEqual(['Olena', 2, 2])
      expect([edited?.contents?.prices, removed?.contents?.deletes]).toEqual([1, 1])
      expect([creates?.state, creates?.contents?.creates]).toEqual(['finished', 1])
    } finally {
      await window.close()
    }
  },
  240_000,
)
