import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { running, type Running } from '../running.ts'
import { create, ownAdverts } from '../vehicles/adverts.ts'

const entriesSchema = z.array(z.record(z.string(), z.unknown()))
type Entry = Record<string, unknown>

const read = async (sandbox: Running, path: string, query = ''): Promise<Entry[]> =>
  entriesSchema.parse(await sandbox.get(`/auto/new/${path}`, query))

/** The text of an id that an entry has. */
const idOf = (entry: Entry | undefined, name: string): string => String(entry?.[name])

/** Goes down from a make to an equipment, by the place that each list is left at. */
async function chain(sandbox: Running, pick: <T>(list: readonly T[]) => T | undefined) {
  const mark = pick(await read(sandbox, 'marks', 'category_id=1'))
  const marka_id = idOf(mark, 'marka_id')
  const model_id = idOf(pick(await read(sandbox, 'models', `marka_id=${marka_id}&category_id=1`)), 'model_id')
  const generation = pick(await read(sandbox, 'generations', `model_id=${model_id}`))
  const body = pick(
    await read(sandbox, 'generation_bodystyles', `generation_id=${idOf(generation, 'generation_id')}`),
  )
  const bodyId = idOf(body, 'generation_bodystyle_id')
  const base = pick(await read(sandbox, 'generation_bodystyles_bases', `generation_bodystyle_id=${bodyId}`))
  const base_id = idOf(base, 'base_id')
  const equip_id = idOf(pick(await read(sandbox, 'equips', `base_id=${base_id}`)), 'equip_id')
  return { marka_id, model_id, base_id, equip_id }
}

describe('the chain of a new vehicle', () => {
  it.each([0, 3, -1])('leads to ids that a create takes, at place %d of every list', async (place) => {
    const sandbox = await running()
    const ids = await chain(sandbox, (list) => list.at(Math.min(place, list.length - 1)))
    const facts = await sandbox.control.advert(await create(sandbox, ids))
    expect(facts).toMatchObject({
      makeId: Number(ids.marka_id),
      modelId: Number(ids.model_id),
      baseId: Number(ids.base_id),
      equipId: Number(ids.equip_id),
    })
  })

  it('has the makes, models and the one chain that are publicly known', async () => {
    const sandbox = await running()
    const makes = await read(sandbox, 'marks')
    const known = { Audi: 6, BMW: 9, Infiniti: 128, Tesla: 2233 }
    for (const [name, marka_id] of Object.entries(known))
      expect(makes).toContainEqual(expect.objectContaining({ name, marka_id }))
    expect(await read(sandbox, 'models', 'marka_id=6')).toContainEqual(
      expect.objectContaining({ name: 'A3', model_id: 46, value: 46, category_id: '1', slang: null }),
    )
    expect(await read(sandbox, 'generations', 'model_id=2153')).toContainEqual(
      expect.objectContaining({ generation_id: 432, name: 'E71 (FL)', year_from: 2012, year_to: 2014 }),
    )
    expect(await read(sandbox, 'generation_bodystyles_bases', 'generation_bodystyle_id=538')).toContainEqual(
      expect.objectContaining({ base_id: 15_821, name: '40d Steptronic (306 к.с.) xDrive' }),
    )
    expect(await read(sandbox, 'equips', 'base_id=9036')).toContainEqual(
      expect.objectContaining({ equip_id: 79_274, base_id: 9036, cnt: 0, min_price: null }),
    )
  })

  it('counts the adverts of an equipment and shows their lowest price', async () => {
    const sandbox = await running()
    const ids = await chain(sandbox, (list) => list[0])
    const equip = async () =>
      (await read(sandbox, 'equips', `base_id=${ids.base_id}`)).find(
        ({ equip_id }) => equip_id === Number(ids.equip_id),
      )
    const cnt = Number((await equip())?.cnt)
    await create(sandbox, { ...ids, price: '4000' })
    await create(sandbox, { ...ids, price: '3000' })
    expect(await equip()).toMatchObject({ cnt: cnt + 2, min_price: 3000 })
  })

  it('says what the new vehicles among the seeded adverts are', async () => {
    const sandbox = await running()
    const own = (await ownAdverts(sandbox)).active
    const facts = await Promise.all(own.map((id) => sandbox.control.advert(id)))
    const fresh = facts.filter((advert) => advert?.mileage === 0)
    expect(fresh.length).toBeGreaterThan(10)
    for (const advert of fresh.slice(0, 10)) {
      const equips = await read(sandbox, 'equips', `base_id=${advert?.baseId ?? 0}`)
      expect(equips.map(({ equip_id }) => equip_id)).toContain(advert?.equipId)
    }
    expect(facts.filter((advert) => (advert?.mileage ?? 0) > 0).every((advert) => advert?.baseId === 0)).toBe(
      true,
    )
  })

  it.each(['models', 'generations', 'generation_bodystyles', 'generation_bodystyles_bases', 'equips'])(
    '%s needs the id of what it belongs to, and is empty for one that is not there',
    async (path) => {
      const sandbox = await running()
      expect((await sandbox.fetch('GET', `/auto/new/${path}`)).status).toBe(400)
      const everyId = 'marka_id=1&model_id=1&generation_id=1&generation_bodystyle_id=1&base_id=1'
      expect(await read(sandbox, path, everyId)).toEqual([])
    },
  )
})
