import { afterEach, beforeEach, expect, it } from 'vitest'
import { fourIds } from '../../sandbox/vehicles/four-ids.ts'
import { openCounter, type Counter, type Ran } from './counter.ts'

let counter: Counter
beforeEach(async () => {
  counter = await openCounter()
})
afterEach(() => counter.close())

interface Found {
  readonly marka_id: number
  readonly model_id: number | null
  readonly base_id: number | null
  readonly equip_id: number | null
  readonly name: string
}

const foundIn = ({ out }: Ran): Found[] => (JSON.parse(out) as { vehicles: Found[] }).vehicles
const lookup = (...words: string[]): Promise<Ran> => counter.run('lookup', ...words, '--json')

/** How many requests of the lookups the service got. */
const calls = async (): Promise<number> =>
  Object.entries(await counter.control.requests())
    .filter(([path]) => /new\/(?!autos)|categories/.test(path))
    .reduce((sum, [, count]) => sum + count, 0)

/** Every lookup refused; the list of own adverts stays. */
const noLookups = {
  '/auto/new/m*': 404,
  '/auto/new/g*': 404,
  '/auto/new/e*': 404,
  '/auto/categories*': 403,
} as const

it('finds the four ids that a create takes, the best first, and asks for each name once', async () => {
  const first = await lookup('bmw', 'Х5', 'comfort')
  expect(first.code).toBe(0)
  expect(first.err).toMatch(/asked for them, with 40 requests at most/)
  expect(first.err).toContain(`Names were looked up with ${await calls()} requests.`)
  const [best] = foundIn(first)
  expect(best?.name).toMatch(/^BMW X5 .*Comfort/)
  const before = await calls()
  const again = await lookup('BMW', 'X-5', '284л.с.', 'comfort')
  expect(foundIn(again)).toEqual([{ ...fourIds(7), name: expect.stringContaining('284 л.с.') as string }])
  expect([again.err, await calls()]).toEqual(['', before])
})

it('answers from what is saved when the service is away, and says so when it knows nothing', async () => {
  await lookup('BMW', 'X5')
  await counter.sandbox.close()
  expect(foundIn(await lookup('BMW', 'X5')).length).toBeGreaterThan(1)
  const makeOnly = await lookup('Audi')
  expect([makeOnly.code, foundIn(makeOnly)]).toEqual([
    0,
    [{ marka_id: 6, model_id: null, base_id: null, equip_id: null, name: 'Audi' }],
  ])
  expect(makeOnly.err).toMatch(/could not be asked for/)
  const none = await counter.run('lookup', 'Audi', 'A4', '--calls', '0')
  expect([none.code, none.out]).toEqual([1, ''])
  expect(none.err).toContain('Nothing is known by the name “Audi A4”.')
  expect(await lookup('BMW X5 '.repeat(20_000))).toMatchObject({
    code: 2,
    err: expect.stringContaining('TEXT has at most 500 characters.') as string,
  })
})

it('offers the nearest make, and the nearest model of a known make', async () => {
  const near = async (...words: string[]) => (await lookup(...words)).err.trim().split('\n').at(-1)
  expect(await near('BWM')).toBe('Did you mean BMW?')
  expect(await near('Toyta')).toMatch(/^Did you mean Toyota/)
  expect(await near('Toyota', 'Camri')).toBe('Did you mean Camry?')
  expect(await near('9')).toMatch(/Begin with the make/)
})

it('keeps to its bound of calls, and goes on where it stopped', async () => {
  const first = await lookup('BMW', 'X5', '--calls', '3')
  expect(await calls()).toBe(3)
  expect(first.err).toContain('There is more to ask for.')
  expect(foundIn(first)).toMatchObject([{ marka_id: 9, model_id: 96, base_id: null, name: 'BMW X5' }])
  await lookup('BMW', 'X5')
  expect(foundIn(await lookup('BMW', 'X5', '--calls', '0'))[0]?.equip_id).toBeGreaterThan(0)
})

it('says that the service gives no lookups, and finds what the stock teaches', async () => {
  await counter.control.setModes({ off: noLookups })
  const none = await lookup('BMW', 'X5')
  expect(none.code).toBe(1)
  expect(none.err).toMatch(/does not give this account all lists of names/)
  expect((await counter.run('sync')).code).toBe(0)
  expect((await lookup('BMW')).code).toBe(0)
  const asked = await calls()
  const again = await lookup('BMW')
  expect(foundIn(again).map(({ name }) => name)).toContainEqual(expect.stringMatching(/^BMW ./))
  expect(await calls()).toBe(asked)
})

it('asks the older addresses where the newer ones are missing, and remembers it', async () => {
  await counter.control.setQuirks(['old-lookups'])
  const found = foundIn(await lookup('BMW', 'X5', '284', 'comfort'))
  expect(found[0]).toMatchObject(fourIds(7))
  expect(found[0]?.name).toContain('Позашляховик / Кросовер')
  await counter.control.clearRequests()
  await lookup('Audi', 'A4')
  const requests = await counter.control.requests()
  expect(requests['GET /auto/new/generation']).toBe(1)
  expect(requests).not.toHaveProperty(['GET /auto/new/generations'])
  expect(requests).not.toHaveProperty(['GET /auto/new/equips'])
})
