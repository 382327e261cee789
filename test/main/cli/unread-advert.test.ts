import { afterEach, beforeEach, expect, it } from 'vitest'
import { openCounter, type Counter, type Printed } from './counter.ts'

let counter: Counter

beforeEach(async () => {
  counter = await openCounter()
})
afterEach(() => counter.close())

const page = { kind: 'status', status: 200, body: '<html>log in</html>', method: 'GET' } as const

async function ran(...argv: string[]): Promise<{ code: number; printed: Printed }> {
  const { code, out } = await counter.run(...argv, '--json')
  return { code, printed: JSON.parse(out) as Printed }
}

async function ownIds(): Promise<number[]> {
  await counter.run('sync')
  const { baseUrl, key, userId } = counter.sandbox
  const query = new URLSearchParams({ api_key: key, user_id: String(userId) })
  const response = await fetch(`${baseUrl}/auto/new/autos?${query}`)
  return ((await response.json()) as { active: number[] }).active
}

const edits = (ids: readonly number[]): string =>
  counter.file('edits.csv', `auto_id,currency_id,price\n${ids.map((id) => `${id},USD,9876\n`).join('')}`)

it('ends a row of which the advert alone can’t be read, over several runs', async () => {
  const [bad = 0, ...others] = await ownIds()
  await counter.control.addFault({ ...page, path: '/auto/info', advert: bad })
  const first = await ran('import', edits([bad]), '--commit', '--yes')
  expect(first).toMatchObject({ code: 1, printed: { counts: { planned: 1, failed: 0 } } })
  const { batch } = first.printed
  const second = await ran('resume', batch)
  expect(second).toMatchObject({ code: 1, printed: { counts: { planned: 0, failed: 1 } } })
  expect(second.printed.rows[0]?.problems.map(({ code }) => code)).toContain('unreadable')
  expect(await counter.control.ledger()).toEqual([])

  const many = await ran('import', edits([bad, ...others.slice(0, 3)]), '--commit', '--yes')
  expect(many.printed.counts).toMatchObject({ planned: 1, done: 3 })
  await ran('resume', many.printed.batch)
  const last = await ran('resume', many.printed.batch)
  expect(last.printed.counts).toMatchObject({ planned: 0, done: 3, failed: 1 })
})

it('ends none while the service can’t show any advert, however often it is run', async () => {
  const [id = 0] = await ownIds()
  await counter.control.addFault({ ...page, path: '/auto/info' })
  const { printed } = await ran('import', edits([id]), '--commit', '--yes')
  for (let run = 0; run < 3; run++)
    expect(await ran('resume', printed.batch)).toMatchObject({
      printed: { counts: { planned: 1, failed: 0 } },
    })
  await counter.control.clearFaults()
  expect(await ran('resume', printed.batch)).toMatchObject({ code: 0, printed: { counts: { done: 1 } } })
})
