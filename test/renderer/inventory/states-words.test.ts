import { afterEach, expect, test } from 'vitest'
import { applyLocale } from '#shared/i18n/locale.ts'
import { stateWords } from '#shared/inventory/state-words.ts'
import { statesWords } from '../../../src/renderer/inventory/filter-words.ts'

afterEach(() => applyLocale('en'))

test('a filter by a state is about many adverts, the state of an advert about one', () => {
  applyLocale('uk')
  expect([statesWords('live'), statesWords('sold'), statesWords('gone')]).toEqual([
    'Активні',
    'Продані',
    'Видалені',
  ])
  expect([stateWords('live'), statesWords('archive')]).toEqual(['Активне', 'В архіві'])
})
