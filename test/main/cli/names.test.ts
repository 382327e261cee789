import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { Combination } from '../../../src/sandbox/vehicles/combinations.ts'
import { equipmentOfModel, findEquipment } from '../../../src/sandbox/vehicles/new-catalog.ts'
import { fourIds } from '../../sandbox/vehicles/four-ids.ts'
import { spread, testSome } from '../../whole.ts'
import { type Ran, openCounter, printed } from './counter.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter())

describe('lookup', () => {
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
})

describe('names in a file', () => {
  /** Every lookup refused; the list of own adverts stays. */
  const noLookups = {
    '/auto/new/m*': 404,
    '/auto/new/g*': 404,
    '/auto/new/e*': 404,
    '/auto/categories*': 403,
  } as const

  const created = async (): Promise<Record<string, string>[]> =>
    (await counter.control.ledger()).filter(({ method }) => method === 'POST').map(({ params }) => params)

  /** The names of a vehicle of the sandbox's catalogue. */
  function namesOf({ equip_id }: Combination): [string, string, string, string] {
    const equipment = findEquipment(equip_id)
    if (!equipment) throw new Error(`no equipment ${equip_id}`)
    const { model } = equipment.modification.body.generation
    return [model.make.name, model.name, equipment.modification.name, equipment.name]
  }

  const ukrainian = 'Марка;Модель;Модифікація;Комплектація;Валюта;Ціна'
  const file = (rows: readonly (readonly (string | number)[])[], header = ukrainian): string =>
    counter.file('names.csv', `${header}\n${rows.map((row) => row.join(';')).join('\n')}\n`)
  const imported = (path: string, ...options: string[]): Promise<Ran> =>
    counter.run('import', path, '--operation', 'create', '--json', ...options)
  const codes = (ran: Ran) =>
    printed(ran).rows.map(({ state, problems }) => [state, ...problems.map(({ code }) => code)])

  const one = fourIds(6)
  const idTexts = ({ marka_id, model_id, base_id, equip_id }: Combination) => ({
    marka_id: String(marka_id),
    model_id: String(model_id),
    base_id: String(base_id),
    equip_id: String(equip_id),
  })

  it.each(spread([[ukrainian], ['Make;Model;Modification;Equipment;Currency;Price']], 1))(
    'creates by names under %s, after it said what the names cost',
    async (header) => {
      const [make, model, base, equip] = namesOf(one)
      const rough = [make.toLowerCase(), ` Х-5`, base.replace('л.с.', 'к. с.'), equip.toUpperCase()]
      const ran = await imported(file([[...rough, 'USD', 50_100]], header), '--commit')
      expect(ran.err).toMatch(/Not all names of 1 vehicle are known.*at least 1, at most 100/s)
      expect([ran.code, codes(ran)]).toEqual([0, [['done']]])
      expect(await created()).toMatchObject([{ ...idTexts(one), price: '50100' }])
      expect(model).toBe('X5')
    },
  )

  it('takes a make in Cyrillic, in a column of its own or before its model', async () => {
    const [, model, base, equip] = namesOf(one)
    const apart = await imported(file([['бмв', model, base, equip, 'USD', 50_001]]))
    expect([apart.code, codes(apart)]).toEqual([0, [['planned']]])
    const header = 'Марка і модель;Модифікація;Комплектація;Валюта;Ціна'
    const together = await imported(file([[`БМВ ${model}`, base, equip, 'USD', 50_001]], header))
    expect([together.code, codes(together)]).toEqual([0, [['planned']]])
  })

  it('takes ids and names side by side, and a model that is a number', async () => {
    const [make, , base] = namesOf(one)
    const ran = await imported(
      file([
        [make, 96, base, one.equip_id, 'USD', 50_001],
        [9, 96, one.base_id, one.equip_id, 'USD', 50_002],
      ]),
      '--commit',
    )
    expect(codes(ran)).toEqual([['done'], ['done']])
    expect(await created()).toMatchObject([idTexts(one), idTexts(one)])
  })

  it('names the candidates of a name that fits several, and takes each of them as it is named', async () => {
    const [make, model, , equip] = namesOf(one)
    const ran = await imported(file([[make, model, 'Бензин', equip, 'USD', 50_001]]))
    expect([ran.code, codes(ran)]).toEqual([1, [['invalid', 'name-ambiguous']]])
    const message = printed(ran).rows[0]?.problems[0]?.message ?? ''
    expect(message).toContain('“Бензин” in Модифікація may mean several: ')
    const [candidate = ''] = /several: (.*?);/.exec(message)?.slice(1) ?? []
    const again = await imported(file([[make, model, `"${candidate}"`, equip, 'USD', 50_001]]))
    expect(codes(again)).toEqual([['planned']])
  })

  it('says which name is not known, and nothing of the cells behind it', async () => {
    const [make, model, base] = namesOf(one)
    const ran = await imported(
      file([
        ['Трабант', model, base, 'Base', 'USD', 50_001],
        [make, 'X55', base, 'Base', 'USD', 50_001],
        [make, model, base, 'Luxury', 'USD', 50_001],
        [make, '', base, 'Base', 'USD', 50_001],
      ]),
    )
    expect(codes(ran)).toEqual([
      ['invalid', 'name-unknown'],
      ['invalid', 'name-unknown'],
      ['invalid', 'name-unknown'],
      ['invalid', 'required'],
    ])
    expect(printed(ran).rows[2]?.problems[0]?.message).toMatch(/Known: Base .*Comfort .*Premium /)
    expect(await created()).toEqual([])
  })

  it('refuses ids that are known to belong to another vehicle', async () => {
    const [make, model, base, equip] = namesOf(one)
    await imported(file([[make, model, base, equip, 'USD', 50_001]]))
    await imported(file([['Audi', 'A4', 'x', 'x', 'USD', 50_001]]))
    const other = { ...one, model_id: 3219 }
    const ran = await imported(
      file([
        [other.marka_id, other.model_id, other.base_id, other.equip_id, 'USD', 50_001],
        [9, 96, one.base_id, one.equip_id, 'USD', 50_002],
        [6, 96, one.base_id, one.equip_id, 'USD', 50_003],
      ]),
    )
    expect(codes(ran)).toEqual([['invalid', 'ids-apart'], ['planned'], ['invalid', 'ids-apart']])
  })

  it('takes names under the contract’s own names if the makes are named, also a model that is a number', async () => {
    const header = 'marka_id;model_id;base_id;equip_id;currency_id;price'
    const names = namesOf(one)
    const { marka_id, model_id, base_id, equip_id } = one
    const ran = await imported(file([[...names, 'USD', 50_100]], header), '--commit')
    expect([ran.code, codes(ran)]).toEqual([0, [['done']]])
    expect(await created()).toMatchObject([{ ...idTexts(one), price: '50100' }])

    // The ids of the make alone: what is behind it is an id too, and a letter in it is a slip.
    const ids = await imported(file([[marka_id, 'X5', base_id, equip_id, 'USD', 50_101]], header))
    expect(codes(ids)).toEqual([['invalid', 'not-a-number']])
    const typed = await imported(file([['9O', model_id, base_id, equip_id, 'USD', 50_102]], header))
    expect(codes(typed)).toEqual([['invalid', 'not-a-number']])
  })

  it('holds a column under the contract’s own name to ids, and says by which name it takes names', async () => {
    const [, model, base] = namesOf(one)
    const header = 'marka_id;Модель;Модифікація;Комплектація;Валюта;Ціна'
    const ran = await imported(
      file(
        [
          ['BMW', model, base, 'Comfort', 'USD', 50_001],
          [9, model, base, 'Comfort', 'USD', 50_002],
        ],
        header,
      ),
    )
    expect(codes(ran)).toEqual([['invalid', 'not-a-number'], ['planned']])
    expect(printed(ran).rows[0]?.problems[0]?.message).toMatch(
      /“BMW” in marka_id is not a number.*call the column “Make”/,
    )
  })

  it('asks nothing with --lookup-calls 0, and stops at its bound', async () => {
    const path = file([[...namesOf(one), 'USD', 50_001]])
    await counter.control.clearRequests()
    expect(codes(await imported(path, '--lookup-calls', '0'))).toEqual([['invalid', 'name-unknown']])
    expect(Object.keys(await counter.control.requests())).toEqual([])
    const some = await imported(path, '--lookup-calls', '2')
    expect(some.err).toContain('There is more to ask for.')
    expect(codes(some)).toEqual([['invalid', 'name-unknown']])
    expect(codes(await imported(path))).toEqual([['planned']])
  })

  /** An advert of the own stock, and a vehicle of its model. */
  async function ownVehicle(): Promise<{ make: string; model: string; ids: Combination }> {
    const { baseUrl, key, userId } = counter.sandbox
    const ask = async (path: string): Promise<unknown> =>
      (await fetch(`${baseUrl}${path}&api_key=${key}`)).json()
    const own = (await ask(`/auto/new/autos?user_id=${userId}`)) as { active: number[] }
    const [record] = (await ask(`/auto/info?auto_id=${own.active[0]}`)) as [
      { markName: string; markId: number; modelName: string; modelId: number },
    ]
    const [equipment] = equipmentOfModel(record.markId, record.modelId)
    if (!equipment) throw new Error('the catalogue has no such model')
    const ids = {
      marka_id: record.markId,
      model_id: record.modelId,
      base_id: equipment.modification.id,
      equip_id: equipment.id,
    }
    return { make: record.markName, model: record.modelName, ids }
  }

  it('works by what adverts and earlier creates taught where the service gives no lookups, and says so', async () => {
    await counter.control.setModes({ off: noLookups })
    const { make, model, ids } = await ownVehicle()
    const create = `marka_id,model_id,base_id,equip_id,currency_id,price,version\n${Object.values(ids).join(',')},USD,41000,40d Luxury\n`
    await counter.run('sync')
    expect((await counter.run('import', counter.file('ids.csv', create), '--commit')).code).toBe(0)
    const ran = await imported(
      file([
        [make, model, '40d luxury', ids.equip_id, 'USD', 50_001],
        [make, model, '30d', ids.equip_id, 'USD', 50_001],
      ]),
    )
    expect(ran.err).toMatch(/does not give this account all lists of names/)
    expect(codes(ran)).toEqual([
      ['planned', 'name-learned'],
      ['invalid', 'name-unknown'],
    ])
  })

  it('learns once what the journal had before names were kept', async () => {
    await counter.control.setModes({ off: noLookups })
    const create = `marka_id,model_id,base_id,equip_id,currency_id,price,version\n${Object.values(one).join(',')},USD,41000,40d Luxury\n`
    expect((await counter.run('import', counter.file('ids.csv', create), '--commit')).code).toBe(0)
    const cache = new DatabaseSync(join(counter.dataDir, 'cache.db'))
    cache.exec('DELETE FROM vehicle_names; DELETE FROM names_learned')
    cache.close()
    const ran = await imported(file([[9, 96, '40d luxury', one.equip_id, 'USD', 50_001]]))
    expect(codes(ran)).toEqual([['planned', 'name-learned']])
  })

  it('goes on with what is saved when the lookups fail for a while, and forgets no address', async () => {
    await counter.control.addFault({ kind: 'status', status: 500, path: '/auto/new/marks', count: 10 })
    const ran = await imported(file([[...namesOf(one), 'USD', 50_001]]))
    expect([ran.code, codes(ran)]).toEqual([1, [['invalid', 'name-unknown']]])
    expect(ran.err).toContain('The names could not be asked for')
    await counter.control.clearFaults()
    expect(codes(await imported(file([[...namesOf(one), 'USD', 50_001]])))).toEqual([['planned']])
  })

  it('shows the names of a mixed file’s creates, and leaves its edits alone', async () => {
    const [own] = await counter.unreadIds()
    const path = counter.file(
      'mixed.csv',
      [
        'action;id;make;model;modification;equipment;currency;price',
        `edit;${own};BMW;X5;;;USD;77`,
        ['create', '', ...namesOf(one), 'USD', '50005'].join(';'),
        '',
      ].join('\n'),
    )
    const ran = await counter.run('import', path, '--json')
    expect(codes(ran)).toEqual([['planned', 'advert-not-cached'], ['planned']])
  })

  testSome(2, [
    ['Рено', 'Дастер', 62, 30503],
    ['Мерседес', 'Е-клас', 48, 900_020],
    ['Lada', '2107', 88, 900_046],
    ['Toyota', 'LC200', 79, 900_127],
    ['Лексус', 'RX350', 38, 900_015],
  ])('reads %s %s of a file as the service names it', async (make, model, makeId, modelId) => {
    const [of] = equipmentOfModel(makeId, modelId)
    if (!of) throw new Error(`no equipment of ${modelId}`)
    const ran = await imported(
      file([[make, model, of.modification.name, of.name, 'USD', 50_001]]),
      '--commit',
    )
    expect([ran.code, codes(ran)]).toEqual([0, [['done']]])
    expect(await created()).toMatchObject([{ marka_id: String(makeId), model_id: String(modelId) }])
  })
})
