import { utimesSync } from 'node:fs'
import { expect, test } from 'vitest'
import { beforeEachTwoDesks, desks, olena, petro } from '../../team/two-desks.ts'
import { wholeTest } from '../../whole.ts'

beforeEachTwoDesks()

test('a price file of this morning does not replace what a colleague or this desk sent since, until a person takes its values', async () => {
  const ids = (await ownAdverts()).slice(0, 3)
  const [first = 0, second = 0, third = 0] = ids
  const prices = (name: string, rows: readonly (readonly [number, number])[]): string =>
    desks.file(name, `auto_id,currency_id,price\n${rows.map(([id, to]) => `${id},USD,${to}\n`).join('')}`)
  for (const desk of [olena, petro]) await desk.run('sync')
  await olena.run('import', prices('olena.csv', [[first, 12_500]]), '--commit', '--yes')
  await petro.run('import', prices('petro.csv', [[second, 9_400]]), '--commit', '--yes')
  const morning = prices('morning.csv', [
    [first, 11_900],
    [second, 9_100],
    [third, 8_300],
  ])
  const tenHoursAgo = new Date(Date.now() - 10 * 3_600_000)
  utimesSync(morning, tenHoursAgo, tenHoursAgo)

  const checked = await petro.json('import', morning, '--yes')
  expect(checked.rows.map(({ state }) => state)).toEqual(['skipped', 'skipped', 'planned'])
  const said = checked.rows.map(({ problems }) => problems.find(({ code }) => code === 'sent-since')?.message)
  expect(said[0]).toMatch(/^Olena sent 12,500 on .*11,900/)
  expect(said[1]).toMatch(/^9,400 was sent from here on .*9,100/)
  expect(said[2]).toBeUndefined()

  const sent = await petro.json('import', morning, '--commit', '--yes')
  expect(sent.counts).toMatchObject({ done: 1, failed: 2 })
  expect(await pricesOf(ids)).toEqual([12_500, 9_400, 8_300])
  await petro.run('settle', sent.batch, '--overwrite', '2')
  await petro.run('resume')
  expect(await pricesOf(ids)).toEqual([11_900, 9_400, 8_300])
}, 120_000)

wholeTest(
  'what a colleague sends while a file is checked is left out of it once its rows are compared again',
  async () => {
    const [first = 0] = await ownAdverts()
    const file = desks.file('prices.csv', `auto_id,currency_id,price\n${first},USD,11900\n`)
    for (const desk of [olena, petro]) await desk.run('sync')
    const window = petro.openWindow()
    try {
      const account = await window.planning.account()
      const draftId = window.drafts.openPath(file)
      const shape = { shape: {}, mapping: null, operation: null }
      expect((await window.drafts.check(draftId, shape, account)).toSend).toBe(1)
      await olena.run(
        'import',
        desks.file('olena.csv', `auto_id,currency_id,price\n${first},USD,12500\n`),
        '--commit',
        '--yes',
      )
      await window.team.pull(account.accountId)
      expect(await window.drafts.ask('recheck', draftId, null)).toMatchObject({ toSend: 0, leftOut: 1 })
      // A person takes the file's value, which stays so.
      await window.drafts.ask('leaveOut', draftId, [2], false)
      expect(await window.drafts.ask('recheck', draftId, null)).toMatchObject({ toSend: 1, leftOut: 0 })
    } finally {
      await window.close()
    }
  },
  120_000,
)

async function ownAdverts(): Promise<readonly number[]> {
  const window = olena.openWindow()
  try {
    return (await (await window.context.current()).inventory.ownAdverts())?.active ?? []
  } finally {
    await window.close()
  }
}

const pricesOf = (ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => Number((await desks.control.advert(id))?.price)))
