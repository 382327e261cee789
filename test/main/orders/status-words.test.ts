import { afterEach, expect, it } from 'vitest'
import { applyLocale } from '#shared/i18n/locale.ts'
import { statusWithName, statusWords } from '../../../src/main/orders/status-words.ts'
import { contractStatuses } from '../../../src/main/service/order-status.ts'
import { liveOrderStatuses } from '../../../src/sandbox/orders/live-orders.ts'
import { orderStatuses } from '../../../src/sandbox/orders/order.ts'

afterEach(() => applyLocale('en'))

it('every status of the contract and of the live service has words in both languages', () => {
  const names = [...contractStatuses, ...orderStatuses, ...liveOrderStatuses].map(({ name }) => name)
  expect(names.filter((name) => !/^[A-Z][a-z ]+$/.test(statusWords(name)))).toEqual([])
  expect(statusWithName('Новые')).toBe('New (Новые)')
  applyLocale('uk')
  expect(names.filter((name) => /[ыэё]|енные|Все$/.test(statusWords(name)))).toEqual([])
  expect([statusWords(' ВЫПОЛНЕННЫЕ'), statusWords('Виконані')]).toEqual(['Виконане', 'Виконане'])
})

it('a status that is not known is shown as it came', () => {
  for (const name of ['В обработке', 'constructor', '17', ''])
    expect([statusWords(name), statusWithName(name)]).toEqual([name, name])
})
