import { readFileSync } from 'node:fs'
import { parse as parseYaml } from 'yaml'
import { describe, expect, it } from 'vitest'
import { valueKind, type ValueKind } from '../../../src/main/cli/api/endpoints.ts'
import { openCounter } from './counter.ts'
import { perFile } from '../../worlds.ts'

interface Schema {
  readonly type?: string
  readonly items?: Schema
  readonly additionalProperties?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
}
interface Contract {
  readonly paths: Readonly<
    Record<string, { readonly get?: { readonly parameters?: readonly { name: string; schema: Schema }[] } }>
  >
}
const contract = parseYaml(
  readFileSync(new URL('../../../docs/service/openapi.yaml', import.meta.url), 'utf8'),
) as Contract

const counter = perFile(() => openCounter(60))

it('an address as it is copied from the documentation of the service is asked by its path, with the account’s own key', async () => {
  const address = 'https://developers.example/auto/search?api_key=YOUR_API_KEY&category_id=1&countpage=3'
  const copied = await counter.run('api', 'GET', address)
  const plain = await counter.run('api', 'GET', '/auto/search', 'category_id=1', 'countpage=3')
  expect([copied.code, copied.out]).toEqual([0, plain.out])
  expect(copied.err).toContain('The key in the address is left out')
  expect(copied.err).not.toContain('The contract has no')
})

it.each([
  [['search', 'price_od=1', '--json'], '“price_od” is no parameter', 'Did you mean “price_ot”?'],
  [['realty', 'search', 'state=10', '--json'], '“state” is no parameter', 'Did you mean “state_id”?'],
  [['api', 'GET', '/auto/info', 'autoid=1'], '“autoid” is no parameter', 'Did you mean “auto_id”?'],
  [['api', 'GET', '/auto/serach', 'page=0'], 'The contract has no GET /auto/serach.', '/auto/search'],
])(
  'names that no contract has: %j says which one it is, and which was probably meant',
  async (words, odd, meant) => {
    const { err } = await counter.run(...words)
    expect(err).toContain(odd)
    expect(err).toContain(meant)
  },
)

describe('values that are not of the type of their parameter', () => {
  it.each([
    ['marka_id[0]=bmw', '“marka_id[0]” is a whole number, which “bmw” is not'],
    ['page=1.5', '“page” is a whole number, which “1.5” is not'],
    ['price_ot=cheap', '“price_ot” is a number, which “cheap” is not'],
  ])('%s is told, and asked all the same', async (pair, words) => {
    await counter.control.clearRequests()
    expect((await counter.run('api', 'GET', '/auto/search', pair)).err).toContain(words)
    expect((await counter.control.requests())['GET /auto/search']).toBe(1)
  })

  it('says nothing of values that fit, nor of dates, nor of another endpoint’s names', async () => {
    const fitting = ['price_ot=9999.5', 'marka_id[0]=9', 'created_after=2026-11-01', 'auto_options[477]=477']
    expect((await counter.run('api', 'GET', '/auto/search', ...fitting)).err).not.toContain('By the contract')
    const ofRealty = ['category=1', 'characteristic[209][from]=1.5', 'district_id[]=15187']
    expect((await counter.run('api', 'GET', '/dom/search', ...ofRealty)).err).not.toContain('By the contract')
  })

  /** Types of a schema by the name of the parameter, as the contract writes it. */
  const typesOf = (name: string, schema: Schema): [string, string][] => {
    const mark = ['auto_options', 'characteristic'].includes(name) ? '<id>' : '<n>'
    const inner = schema.additionalProperties
    if (schema.anyOf) return schema.anyOf.flatMap((each) => typesOf(name, each))
    if (inner) return typesOf(`${name}[${mark}]`, inner)
    if (schema.properties)
      return Object.entries(schema.properties).flatMap(([key, each]) => typesOf(`${name}[${key}]`, each))
    return [[name, schema.items?.type ?? schema.type ?? '']]
  }

  it('are of the types that the contract gives', () => {
    const words: Readonly<Record<ValueKind, string>> = { whole: 'integer', number: 'number', text: 'string' }
    const checked = ['/auto/info', '/auto/search', '/ria/basket/orders/', '/dom/search', '/dom/options']
    const given = checked.flatMap((path) =>
      (contract.paths[path]?.get?.parameters ?? []).flatMap(({ name, schema }) => typesOf(name, schema)),
    )
    expect(given.length).toBeGreaterThan(50)
    expect(given.map(([name]) => [name, words[valueKind(name)]])).toEqual(given)
  })
})
