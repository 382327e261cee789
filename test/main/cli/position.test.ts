import { expect, it } from 'vitest'
import type { Position } from '#shared/search/position.ts'
import { openCounter, type Ran } from './counter.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter(800))

const position = ({ out }: Ran): Position => JSON.parse(out) as Position
const counts = async (): Promise<number> => (await counter.control.requests())['GET /auto/search'] ?? 0
const count = async (...words: string[]): Promise<number> =>
  (JSON.parse((await counter.run('search', ...words, '--json')).out) as { count: number }).count

it('ranks a planned price by two counts, and says before what it costs', async () => {
  const likes = ['marka_id[0]=9', 's_yers[0]=2010']
  const ran = await counter.run('position', ...likes, '--price', '20000', '--json')
  const { of, cheaper, rank, median, calls } = position(ran)
  expect([ran.code, calls, await counts(), median]).toEqual([0, 2, 2, null])
  expect(ran.err).toContain('This takes 2 requests at most.')
  expect(of).toBe(await count(...likes))
  expect(cheaper).toBe(await count(...likes, 'price_do=19999'))
  expect(rank).toBe(cheaper + 1)
})

it('ranks an advert among those of its make, model, years and gearbox, with median and average', async () => {
  const { ids } = JSON.parse((await counter.run('search', 'marka_id[0]=9', '--json')).out) as {
    ids: number[]
  }
  const ran = await counter.run(
    'position',
    String(ids[0]),
    '--years',
    '5',
    '--same-region',
    '--median',
    '--average',
    '--json',
  )
  const { likes, names: called, ids: similar, of, rank, median, average, caveats, calls } = position(ran)
  expect(Object.keys(called)).toEqual(
    expect.arrayContaining(['marka_id[0]', 'model_id[0]', 'gearbox[0]', 'state[0]']),
  )
  expect(similar).toHaveLength(Math.min(of, 100))
  const names = likes.map(([name]) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      'marka_id[0]',
      'model_id[0]',
      's_yers[0]',
      'po_yers[0]',
      'state[0]',
      'gearbox[0]',
    ]),
  )
  expect(of).toBe(await count(...likes.map(([name, value]) => `${name}=${value}`)))
  expect([rank, median]).toEqual([expect.any(Number), expect.any(Number)])
  expect(calls).toBeLessThanOrEqual(10)
  expect(caveats.includes('average')).toBe(average === null)
})

it('takes the planned price of an advert, and no filter with its id', async () => {
  const { ids } = JSON.parse((await counter.run('search', 'marka_id[0]=9', '--json')).out) as {
    ids: number[]
  }
  const planned = position(await counter.run('position', String(ids[0]), '--price', '1', '--json'))
  expect(planned).toMatchObject({ price: 1, cheaper: 0 })
  for (const filter of [['marka_id[0]=9'], ['--make', 'BMW']]) {
    const { code, err } = await counter.run('position', String(ids[0]), ...filter)
    expect([code, err]).toEqual([2, expect.stringContaining(`AUTO_ID, ${filter[0]}`)])
  }
})

it('takes the filters of a search by their names, and asks for the price that is to be placed', async () => {
  const byId = position(await counter.run('position', 'marka_id[0]=9', '--price', '20000', '--json'))
  const byName = position(await counter.run('position', '--make', 'BMW', '--price', '20000', '--json'))
  expect({ ...byName, readAt: '' }).toEqual({ ...byId, readAt: '' })
  for (const words of [[], ['--make', 'BMW']]) {
    const { code, err } = await counter.run('position', ...words)
    expect([code, err]).toEqual([2, expect.stringContaining('is missing')])
  }
  const twice = await counter.run('position', 'marka_id[0]=9', 'price=20000', '--price', '20000')
  expect([twice.code, twice.err]).toEqual([2, expect.stringMatching(/--price.*price/)])
  for (const price of ['0', '1200,5', '2000000000']) {
    const { code, err } = await counter.run('position', '--make', 'BMW', '--price', price)
    expect([code, err]).toEqual([2, expect.stringContaining('--price')])
  }
})

it('reads a price and filters as people write them, and sends none that is no number', async () => {
  const plain = await counter.run('position', 'marka_id[0]=9', 'raceTo=200', '--price', '20000', '--json')
  const written = await counter.run(
    'position',
    'marka_id[0]=9',
    'raceTo=200,0',
    '--price',
    '20 000',
    '--json',
  )
  expect(written.code).toBe(0)
  expect({ ...position(written), readAt: '' }).toEqual({ ...position(plain), readAt: '' })
  const before = await counts()
  for (const [price, ...words] of [['cheap'], ['1', 'raceTo=far'], ['1', 's_yers[0]=20']] as const) {
    const { code, err } = await counter.run('position', 'marka_id[0]=9', '--price', price, ...words)
    expect([code, err]).toEqual([2, expect.stringContaining(words[0]?.split('=')[1] ?? price)])
  }
  expect(await counts()).toBe(before)
})

it('leaves an advert out of those that its planned price stands among', async () => {
  const search = JSON.parse((await counter.run('search', 'marka_id[0]=9', '--json')).out) as { ids: number[] }
  for (const id of search.ids.slice(0, 2)) {
    const asked = async (...words: string[]): Promise<Position> =>
      position(await counter.run('position', String(id), '--median', '--json', ...words))
    const own = await asked()
    const planned = [own.price, 1, own.price * 100]
    const [same, least, most] = await Promise.all(planned.map((price) => asked('--price', String(price))))
    const others = own.of - 1
    expect([same?.of, same?.cheaper]).toEqual([others, own.cheaper])
    expect([least?.of, least?.cheaper, least?.rank]).toEqual([others, 0, others === 0 ? null : 1])
    expect([most?.of, most?.cheaper, most?.rank]).toEqual([others, others, others === 0 ? null : others + 1])
    expect(same?.ids).toEqual(own.ids.filter((each) => each !== id))
    if (others === 0) expect(same?.median).toBeNull()
  }
})
