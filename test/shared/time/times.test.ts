import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { readMoment, serviceTime } from '#shared/time/service-time.ts'

afterEach(() => vi.unstubAllEnvs())

const zones = ['America/New_York', 'Europe/Kyiv', 'Asia/Kolkata', 'UTC'] as const

/** The modules as a process of this zone loads them: what they keep of it is made anew. */
async function inZone(zone: string) {
  vi.stubEnv('TZ', zone)
  vi.resetModules()
  const [format, date, sheet, kyiv, periods, list, words] = await Promise.all([
    import('../../../src/renderer/ui/format.ts'),
    import('../../../src/renderer/ui/format-date.ts'),
    import('#shared/time/sheet-time.ts'),
    import('../../../src/renderer/ui/kyiv-time.ts'),
    import('../../../src/renderer/orders/order-periods.ts'),
    import('../../../src/renderer/orders/order-list.ts'),
    import('../../../src/renderer/inventory/advert-words.ts'),
  ])
  return { ...format, ...date, ...sheet, ...kyiv, ...periods, ...list, ...words }
}

test.each(zones)('a computer in %s reads the service’s times as Kyiv’s, summer and winter', (zone) => {
  vi.stubEnv('TZ', zone)
  const utc = (text: string): string | undefined => readMoment(text)?.toISOString()
  expect(utc('2026-11-21 05:05:10')).toBe('2026-11-21T03:05:10.000Z')
  expect(utc('2026-07-21 05:05:10')).toBe('2026-07-21T02:05:10.000Z')
  expect(utc('2026-07-21 05:05')).toBe('2026-07-21T02:05:00.000Z')
  // A moment that says its zone is what it says.
  expect(utc('2026-07-21T05:05:10Z')).toBe('2026-07-21T05:05:10.000Z')
  expect(utc('2026-07-21T05:05:10+02:00')).toBe('2026-07-21T03:05:10.000Z')
  // A day has no zone: it is the same one everywhere.
  expect(readMoment('2026-11-16')?.getDate()).toBe(16)
  for (const none of ['', 'soon', '2026-03-07 24:61:00']) expect(readMoment(none)).toBeUndefined()
})

test.each(zones)('the clocks of Kyiv change, not those of %s', (zone) => {
  vi.stubEnv('TZ', zone)
  const utc = (text: string): string | undefined => readMoment(text)?.toISOString().slice(11, 16)
  // Forward on 29 March 2026 at 03:00, which is 01:00 UTC: the hour between is read as the next one.
  expect(['02:59', '03:30', '04:00'].map((time) => utc(`2026-03-29 ${time}:00`))).toEqual([
    '00:59',
    '01:30',
    '01:00',
  ])
  // Back on 25 October 2026 at 04:00, which is 01:00 UTC: of the hour that is there twice, the second.
  expect(['02:59', '03:30', '04:00'].map((time) => utc(`2026-10-25 ${time}:00`))).toEqual([
    '23:59',
    '01:30',
    '02:00',
  ])
  // America changes its clocks on other days than Europe.
  expect(utc('2026-03-10 12:00:00')).toBe('10:00')
  expect(utc('2026-11-01 09:00:00')).toBe('07:00')
})

test('what is written of a moment is read as that moment, but in the hour that is there twice', () => {
  vi.stubEnv('TZ', 'America/New_York')
  const seconds = fc.integer({ min: Date.UTC(2015, 0) / 1000, max: Date.UTC(2045, 0) / 1000 })
  fc.assert(
    fc.property(seconds, (second) => {
      const written = serviceTime(second * 1000)
      const read = readMoment(serviceTime(second * 1000))
      expect([0, 3600]).toContain((read?.getTime() ?? 0) / 1000 - second)
      expect(serviceTime(read?.getTime() ?? 0)).toBe(written)
    }),
    { numRuns: 500 },
  )
})

test('a window in New York shows its own time, and says Kyiv’s', async () => {
  const { formatDate, formatDateTime, kyivTime, kyivTip, localDay, formatAgo } =
    await inZone('America/New_York')
  const night = '2026-11-24 02:10:00'
  expect(formatDateTime(night)).toBe('23 Nov 2026, 19:10')
  expect(formatDate(night)).toBe('23 Nov 2026')
  expect(localDay(night)).toBe('2026-11-23')
  expect(kyivTime(night)).toBe('24 Nov 2026, 02:10 in Kyiv')
  expect(formatAgo(night, Date.parse('2026-11-24T02:10:00Z'))).toBe('2 hours ago')
  // What says its zone is no time of the service.
  expect(kyivTime('2026-11-24T00:10:00.000Z')).toBeUndefined()
  expect(kyivTip((row: { at: string }) => row.at).tip?.({ at: night })).toBe('24 Nov 2026, 02:10 in Kyiv')
  // A day alone stays that day.
  expect(formatDate('2026-11-16')).toBe('16 Nov 2026')
})

test('half hours of a zone count', async () => {
  const { formatDate } = await inZone('Asia/Kolkata')
  expect(['2026-11-24 20:15:00', '2026-11-24 20:45:00'].map(formatDate)).toEqual([
    '24 Nov 2026',
    '25 Nov 2026',
  ])
})

test('a window in Kyiv says no second time, and its cells have no tooltip for it', async () => {
  const { formatDateTime, kyivTime, kyivTip } = await inZone('Europe/Kyiv')
  expect(formatDateTime('2026-11-24 02:10:00')).toBe('24 Nov 2026, 02:10')
  expect(kyivTime('2026-11-24 02:10:00')).toBeUndefined()
  expect(kyivTip(() => '2026-11-24 02:10:00')).toEqual({})
})

test('columns show, copy and explain a time of the service by the window’s clock', async () => {
  const { advertColumns } = await inZone('America/New_York')
  const row = { expiresAt: '2026-11-24 02:10:00' } as never
  const column = advertColumns(() => 0).find(({ id }) => id === 'expiresAt')
  expect([column?.text(row), column?.copy?.(row), column?.tip?.(row)]).toEqual([
    '23 Nov 2026',
    '2026-11-23 19:10:00',
    '24 Nov 2026, 02:10 in Kyiv',
  ])
})

test('orders are counted and filtered by the days that the window shows', async () => {
  const { periodsOf, filterOrders } = await inZone('America/New_York')
  const order = {
    createdAt: '2026-11-24 02:10:00',
    status: 0,
    totalOrderSum: 1,
    items: [],
    recipient: {},
    delivery: {},
  } as never
  const now = Date.parse('2026-11-24T01:00:00Z')
  expect(periodsOf([order], 'day', now).map(({ start, count }) => [start, count])).toEqual([
    ['2026-11-23', 1],
  ])
  const query = {
    text: '',
    status: null,
    troubleOnly: false,
    unseenOnly: false,
    openOnly: false,
    least: null,
    most: null,
    delivery: '',
  }
  const found = (day: string): number => filterOrders([order], { ...query, from: day, until: day }).length
  expect([found('2026-11-23'), found('2026-11-24')]).toEqual([1, 0])
})
