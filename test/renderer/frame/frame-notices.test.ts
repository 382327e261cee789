import { expect, test, vi } from 'vitest'
import { frameNotices, type NoticeWays } from '../../../src/renderer/frame/frame-notices.ts'

const ways: NoticeWays = {
  connect: vi.fn(),
  stay: vi.fn(),
  doubts: vi.fn(),
  settings: vi.fn(),
  key: vi.fn(),
}
const facts = {
  online: true,
  quota: {
    hour: 0,
    day: 0,
    month: 950,
    hourLimit: null,
    monthLimit: 1000,
    whose: 'own' as const,
    blocked: null,
  },
  inDoubt: 2,
  lost: 1,
  clockApart: { now: '2027-01-01T00:00:00.000Z', known: '2026-01-01T00:00:00.000Z' },
  gone: ['edits.db' as const],
  setAside: ['settings.json'],
  damaged: ['cache.db'],
  unreadable: [{ place: 'cache.db, orders', leftOut: true, count: 3 }],
  backupFailure: null,
  callsWaiting: 0,
  lines: {},
}
const account = {
  id: 'a',
  name: 'Avto Line',
  kind: 'service' as const,
  baseUrl: 'https://service.example',
  userId: 1,
  readAuth: 'query' as const,
  keyState: 'missing' as const,
  isAllowed: true,
}
const keys = (part: Partial<Parameters<typeof frameNotices>[0]>): string[] =>
  frameNotices({ facts, account, doubts: 2, asking: false, ...part }, ways).map(({ key }) => key)

test('what keeps the app from working comes first, and each trouble has its own key', () => {
  expect(keys({ asking: true })).toEqual([
    'key-a',
    'damaged',
    'clock',
    'gone',
    'set-aside',
    'unreadable-3',
    'behind',
    'in-doubt',
    'quota-very-low-a',
    'welcome',
  ])
})

test('a missing key leads to its field, a locked keychain to the settings unless they are open, and neither is put away', () => {
  const [missing] = frameNotices({ facts: null, account, doubts: 0, asking: false }, ways)
  expect(missing).toMatchObject({ key: 'key-a', hides: false })
  missing?.steps[0]?.run()
  expect(ways.key).toHaveBeenCalledWith('a')
  const locked = { ...account, keyState: 'keychain-locked' as const }
  frameNotices({ facts: null, account: locked, doubts: 0, asking: false }, ways)[0]?.steps[0]?.run()
  expect(ways.settings).toHaveBeenCalled()
  const open = { ...ways, settings: null }
  expect(frameNotices({ facts: null, account: locked, doubts: 0, asking: false }, open)[0]?.steps).toEqual([])
})

test('a team’s server that can’t be reached is told with what still works, and not if it only refuses this desk', () => {
  const of = (whose: 'unreached' | 'unknown' | 'team') =>
    frameNotices(
      { facts: { ...facts, quota: { ...facts.quota, whose } }, account, doubts: 0, asking: false },
      ways,
    ).find(({ key }) => key === 'team-away')
  expect(of('unreached')?.title).toBe('The team’s server can’t be reached')
  expect(of('unreached')?.text).toMatch(/edited.*Nothing is sent.*continue by themselves/)
  expect(of('unknown')).toBeUndefined()
  expect(of('team')).toBeUndefined()
})
