import { expect, it } from 'vitest'
import { DemandApi } from '../../../src/main/demand/demand-api.ts'
import { clientFor, startAnswering } from '../http/local-service.ts'

async function apiAnswering(answer: unknown): Promise<DemandApi> {
  const { baseUrl } = await startAnswering(answer)
  return new DemandApi(clientFor(baseUrl), (text) => text.replace(/0\d{9}/g, '[phone]'))
}

const span = { from: '2026-11-01', to: '2026-11-30' }
const count = (date: unknown, of: unknown, id: unknown = 7) => ({
  auto_id: id,
  date,
  count: of,
  type: 'views',
})

it('reads counts of days in any order and form, each day once, and none of another advert or day', async () => {
  const api = await apiAnswering({
    viewsStatistics: [
      count('2026-11-20', '12'),
      count('2026-11-03', 4),
      count('2026-11-03', 1),
      count('2026-11-04', 0),
      count('2026-10-31', 9),
      count('2026-11-05', 9, 8),
      count('05.11.2026', 9),
      count('2026-11-06', { odd: true }),
      'odd',
    ],
    phonesStatistics: [],
  })
  expect(await api.days(7, span, {})).toEqual({
    views: [
      { date: '2026-11-03', count: 5 },
      { date: '2026-11-20', count: 12 },
    ],
    phones: [],
  })
})

it('takes an answer without any counts for days without a view', async () => {
  expect(await (await apiAnswering({})).days(7, span, {})).toEqual({ views: [], phones: [] })
})

it('names a call that can’t be read without its phone, and reads the others', async () => {
  const api = await apiAnswering([
    { call_id: 1, date: '2026-11-20T10:00:00', status: 'BYSY', caller_phone: '0670000001', marka: null },
    { call_id: { phone: '0670000000' }, status: 'ANSWER' },
    { call_id: '2', status: ' Answer ' },
  ])
  const { calls, unreadable } = await api.calls(span, {})
  expect(calls.map(({ call_id: id, status }) => [id, status])).toEqual([
    [1, 'busy'],
    [2, 'answer'],
  ])
  expect(unreadable).toHaveLength(1)
  expect(JSON.stringify(unreadable[0]?.details)).not.toContain('0670000000')
})
