import { expect, test } from 'vitest'
import { formOfParams, paramsOfForm } from '../../../src/renderer/search/form-params.ts'
import { singleNames } from '../../../src/renderer/search/market-fields.ts'
import { searchParameters, searchParametersOfPractice } from '../../../src/main/search/search-parameters.ts'
import { contractName } from '../../../src/main/service/named-parameter.ts'
import { operations } from '../../sandbox/service-description.ts'

const everything: [string, string][] = [
  ['marka_id[0]', '9'],
  ['model_id[0]', '96'],
  ['s_yers[0]', '2018'],
  ['po_yers[1]', '2010'],
  ['city[0]', '5'],
  ['state[1]', '10'],
  ['type[0]', '1'],
  ['type[1]', '2'],
  ['auto_options[477]', '477'],
  ['currency', '1'],
  ['price_do', '30000'],
  ['exchange_filter[marka_id]', '6'],
  ['colour', 'red'],
]

test('a form filled from parameters sends the same parameters', () => {
  expect(paramsOfForm(formOfParams(everything, singleNames)).toSorted()).toEqual(everything.toSorted())
})

test('every parameter of the search has a field, and nothing else is sent as a filter', () => {
  const paging = new Set(['page', 'countpage', 'lang_id'])
  const known = [...searchParameters, ...searchParametersOfPractice].map(({ name }) => name)
  const described = operations
    .filter(({ path }) => path === '/auto/search')
    .flatMap(({ parameters }) => parameters.flatMap((each) => each['x-spelling'] ?? [each.name]))
  expect(known.toSorted()).toEqual(described.toSorted())
  for (const name of known.filter((each) => !paging.has(each))) {
    const { other } = formOfParams([[name.replace(/<\w+>/, '7'), '7']], singleNames)
    expect([name, other]).toEqual([name, []])
  }
  // The list turns the pages; how long they are is chosen.
  expect(formOfParams([['countpage', '20']], singleNames).single).toEqual({ countpage: '20' })
  expect(contractName('marka_id[3]')).toBe('marka_id[<n>]')
})
