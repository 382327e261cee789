import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { flagOf } from '../../../src/main/cli/command-definition.ts'
import { plainName, searchFilters } from '../../../src/main/cli/search-filters.ts'
import { searchParameters, searchParametersOfPractice } from '../../../src/main/search/search-parameters.ts'
import { listNames } from '../../../src/renderer/search/form-params.ts'
import { singleNames } from '../../../src/renderer/search/market-fields.ts'
import { openCounter, type Counter } from './counter.ts'

const plain = (name: string): string => plainName(name.replace(/\[<(n|id)>\]$/, '[0]'))
const parameters = [...searchParameters, ...searchParametersOfPractice].map(({ name }) => plain(name))

describe('every filter of the search by its name', () => {
  it('is an option of the command line, but for the page, which --page turns', () => {
    const options = searchFilters.map(({ param }) => plainName(param))
    expect(options.toSorted()).toEqual(parameters.filter((name) => name !== 'page').toSorted())
    expect(new Set(searchFilters.map(({ flags }) => flagOf(flags))).size).toBe(searchFilters.length)
  })

  it('is a field of the window, but for the page, and for the language, which is that of the window', () => {
    const vehicle = ['marka_id', 'model_id', 's_yers', 'po_yers']
    const fields = [...singleNames, ...listNames, ...vehicle, 'state', 'city']
    expect(parameters.filter((name) => !fields.includes(name))).toEqual(['page', 'lang_id'])
  })
})

describe('search by named options', () => {
  let counter: Counter
  beforeAll(async () => {
    counter = await openCounter(300)
  })
  afterAll(() => counter.close())

  /** The parameters of the last search as the service got them, and what was said. */
  const search = async (...words: string[]) => {
    const ran = await counter.run('search', ...words, '--json')
    return {
      ...ran,
      found: ran.code === 2 ? null : (JSON.parse(ran.out) as { count: number; ids: number[] }),
    }
  }

  it('finds the same as the parameters do', async () => {
    const named = await search(
      '--make',
      'bmw',
      '--model',
      'X5',
      '--year-from',
      '2 000',
      '--price-to',
      '200 тис',
      '--currency',
      'USD',
      '--page-size',
      '50',
      '--not-deleted',
    )
    expect(named.code).toBe(0)
    const marks = await counter.run('api', 'GET', '/auto/categories/1/marks')
    const bmw = idIn(marks.out, 'BMW')
    const models = await counter.run('api', 'GET', `/auto/categories/1/marks/${bmw}/models`)
    const pairs = await search(
      `marka_id[0]=${bmw}`,
      `model_id[0]=${idIn(models.out, 'X5')}`,
      's_yers[0]=2000',
      'price_do=200000',
      'currency=1',
      'countpage=50',
      'status_id=0',
    )
    expect(pairs.found?.count).toBeGreaterThan(0)
    expect(named.found).toEqual(pairs.found)
  })

  it('knows a model that is called by a number, and takes another number for an id', async () => {
    const marks = await counter.run('api', 'GET', '/auto/categories/1/marks')
    const peugeot = idIn(marks.out, 'Peugeot')
    const models = await counter.run('api', 'GET', `/auto/categories/1/marks/${peugeot}/models`)
    const id = idIn(models.out, '308')
    expect(id).not.toBe(308)
    for (const named of ['308', String(id)]) {
      const { found } = await search('--make', 'Peugeot', '--model', named)
      const byParams = await search(`marka_id[0]=${peugeot}`, `model_id[0]=${id}`)
      expect(found).toEqual(byParams.found)
    }
  })

  it.each([
    {
      words: ['--category', '2', '--make', 'BMW'],
      said: /--make takes a name for passenger cars alone/,
    },
    {
      words: ['--make', 'Bwm'],
      said: /--make: “Bwm” is not in the service’s list\. Did you mean BMW \(\d+\)\?/,
    },
    {
      words: ['--make', 'Трамвай'],
      said: /“Трамвай” is not in the service’s list, which has among others .*BMW \(\d+\)/,
    },
    {
      words: ['--model', 'X5'],
      said: /--model is looked up in the list of --make: give that too, or the id\./,
    },
    { words: ['--price-to', 'cheap'], said: /--price-to: / },
    { words: ['--currency', 'GBP'], said: /--currency takes one of USD, EUR, UAH, not “GBP”\./ },
    {
      words: ['--make', '9', 'marka_id[0]=9'],
      said: /marka_id\[0\] is given twice, by --make and by marka_id\[0\]=/,
    },
    { words: ['--page-size', '101'], said: /countpage takes a whole number from 1 to 100/ },
  ])('refuses $words, and searches nothing', async ({ words, said }) => {
    await counter.control.clearRequests()
    const ran = await search(...words)
    expect(ran.err).toMatch(said)
    expect([ran.code, ran.found]).toEqual([2, null])
    expect((await counter.control.requests())['GET /auto/search']).toBeUndefined()
  })
})

const idIn = (out: string, name: string): number => {
  const list = JSON.parse(out) as { name: string; value: number }[]
  return list.find((each) => each.name === name)?.value ?? 0
}
