import { expect, test } from 'vitest'
import { formatRoute, parseRoute } from '../../../src/renderer/ui/router.svelte.ts'

test('an address names a page and what to show on it', () => {
  expect(parseRoute('#/activity?batch=7&line=12')).toEqual({
    page: 'activity',
    params: { batch: '7', line: '12' },
  })
})

test.each(['', '#', '#/', '#/nowhere?x=1', '#/__proto__'])('%j is Today', (hash) => {
  expect(parseRoute(hash).page).toBe('today')
})

test('what is formatted is parsed again, whatever the words hold', () => {
  const route = { page: 'inventory', params: { text: 'Škoda & Co? ціна=5 %' } } as const
  expect(parseRoute(formatRoute(route))).toEqual(route)
  expect(formatRoute({ page: 'orders', params: {} })).toBe('#/orders')
})
