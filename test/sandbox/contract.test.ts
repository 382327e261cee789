import { describe, expect, it } from 'vitest'
import * as contract from './contract-tables.ts'
import { running } from './running.ts'
import { create, ownAdverts, search } from './vehicles/adverts.ts'

type Fields = Record<string, unknown>

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  if (value === null) return 'null'
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value
}

const typesOf = (value: unknown) =>
  Object.fromEntries(Object.entries(value as Fields).map(([name, field]) => [name, typeOf(field)]))

describe('the vehicle advert', () => {
  it('has every field of the contract, of its type, and no other', async () => {
    const sandbox = await running()
    const own = await ownAdverts(sandbox)
    const made = [await create(sandbox), await create(sandbox, { marka_id: '123456' })]
    for (const id of [...(await search(sandbox)).ids, ...own.archive.slice(0, 5), ...made]) {
      const [record] = (await sandbox.get('/auto/info', `auto_id=${id}`)) as [Fields]
      expect(typesOf(record)).toEqual(contract.vehicleFields)
      for (const [name, fields] of Object.entries(contract.vehicleObjects)) {
        expect({ [name]: typesOf(record[name]) }).toEqual({ [name]: fields })
      }
    }
  })

  it('writes dates as the contract says', async () => {
    const sandbox = await running()
    const [id = ''] = (await search(sandbox)).ids
    const [record] = (await sandbox.get('/auto/info', `auto_id=${id}`)) as [Fields]
    for (const name of ['addDate', 'updateDate', 'expireDate']) {
      expect(record[name]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    }
  })
})

it('the real-estate advert has every field of the contract, of its type, and no other', async () => {
  const sandbox = await running()
  const { items } = (await sandbox.get('/dom/search')) as { items: number[] }
  for (const id of items.slice(0, 40)) {
    const record = (await sandbox.get(`/dom/info/${id}`)) as Fields
    expect(typesOf(record)).toEqual(contract.realtyFields)
    for (const [name, fields] of Object.entries(contract.realtyObjects)) {
      expect({ [name]: typesOf(record[name]) }).toEqual({ [name]: fields })
    }
  }
})

describe('the catalogue', () => {
  interface Item extends Fields {
    characteristic_id: number
    children?: Record<string, Fields>
  }

  const itemsOf = async (query: string) => {
    const groups = (await (await running()).get('/dom/options', query)) as { items: Item[] }[]
    return groups.flatMap(({ items }) => items)
  }

  it('has every item field of the contract, of its type, and no other', async () => {
    const items = await itemsOf('category=4&realty_type=5&operation_type=1')
    for (const item of items) {
      const optional = Object.entries(contract.optionalCharacteristicFields).filter(([name]) => name in item)
      expect(typesOf(item)).toEqual({ ...contract.characteristicFields, ...Object.fromEntries(optional) })
      for (const child of Object.values(item.children ?? {}))
        expect(typesOf(child)).toEqual(contract.childFields)
    }
    for (const name of Object.keys(contract.optionalCharacteristicFields)) {
      expect(items.some((item) => name in item)).toBe(true)
    }
  })

  it('has the characteristics and options that the contract has seen', async () => {
    const items = await itemsOf('category=4&realty_type=5&operation_type=1')
    const byId = new Map(items.map((item) => [String(item.characteristic_id), item]))
    for (const [id, options] of Object.entries(contract.optionIds)) {
      expect(Object.keys(byId.get(id)?.children ?? {}).map(Number)).toEqual(options)
    }
    expect(contract.otherCharacteristics.filter((id) => !byId.has(String(id)))).toEqual([])
  })
})
