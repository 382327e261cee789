import { expect, it } from 'vitest'
import { running } from '../running.ts'

const web =
  'categories.main.id=1&brand.id[0]=9&year[0].gte=2015&year[0].lte=2020&custom.not=1&fuel.id[0]=2&gearbox.id[1]=3&size=50'

it('turns the names of the web site into those of the search', async () => {
  expect(await (await running()).get('/new_to_old', `${web}&search_type=2`)).toEqual({
    unrecognized: { search_type: '2' },
    converted: {
      category_id: '1',
      'marka_id[0]': '9',
      'model_id[0]': '0',
      's_yers[0]': '2015',
      'po_yers[0]': '2020',
      custom: '1',
      'type[0]': '2',
      'gearbox[1]': '3',
      countpage: '50',
    },
    string:
      'category_id=1&marka_id%5B0%5D=9&model_id%5B0%5D=0&s_yers%5B0%5D=2015&po_yers%5B0%5D=2020&custom=1&type%5B0%5D=2&gearbox%5B1%5D=3&countpage=50',
  })
})

const ofPractice = 'brand.id[0]=9&model.id[0]=3219&brand.id[1]=6&mileage.gte=10&mileage.lte=90'

it('converts models and mileage too in the live profile, which clients expect', async () => {
  expect(await (await running({ profile: 'live' })).get('/new_to_old', ofPractice)).toMatchObject({
    unrecognized: {},
    converted: {
      'marka_id[0]': '9',
      'model_id[0]': '3219',
      'marka_id[1]': '6',
      'model_id[1]': '0',
      raceFrom: '10',
      raceTo: '90',
    },
  })
})

it('gives back in the contract what it has no name for', async () => {
  expect(await (await running()).get('/new_to_old', ofPractice)).toMatchObject({
    unrecognized: { 'model.id[0]': '3219', 'mileage.gte': '10', 'mileage.lte': '90' },
    converted: { 'model_id[0]': '0' },
  })
})

it('turns the names of the search into those of the web site', async () => {
  const query =
    'category_id=1&marka_id[0]=9&s_yers[0]=2015&po_yers[0]=2020&custom=1&type[0]=2&gearbox[1]=3&countpage=50&abroad=2'
  const answer = (await (await running()).get('/old_to_new', query)) as {
    converted: object
    unrecognized: object
  }
  expect(answer.unrecognized).toEqual({ abroad: '2' })
  expect(answer.converted).toEqual(Object.fromEntries(new URLSearchParams(web)))
})
