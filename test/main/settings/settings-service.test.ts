import { afterEach, beforeEach, expect, test } from 'vitest'
import { applyLocale } from '#shared/i18n/locale.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { systemClock } from '../../../src/main/system/clock.ts'
import {
  SettingsService,
  type CurrentSettings,
  SettingsStore,
} from '../../../src/main/settings/settings-store.ts'
import { folderOfTest } from '../../folders.ts'

let root: string
let store: SettingsStore
const changes: CurrentSettings[] = []

beforeEach(() => {
  root = folderOfTest()
  store = new SettingsStore(root, systemClock)
  changes.length = 0
})
afterEach(() => applyLocale('en'))

const service = (systemLocale = 'en-GB') =>
  new SettingsService({
    store,
    systemLocale: () => systemLocale,
    version: '1.2.3',
    onChange: (one) => changes.push(one),
  })

test('keeps buyers’ data no longer than an administrator allows, whatever was chosen before', () => {
  const days = (chosen: number | null): number | null => {
    service().change({ buyerDataDays: chosen })
    return new SettingsService({
      store,
      systemLocale: () => 'en',
      version: '1.2.3',
      managed: { policy: { longestBuyerDataDays: 60 }, source: 'p', trouble: null },
    }).get().buyerDataDays
  }
  expect([days(null), days(365), days(30)]).toEqual([60, 60, 30])
})

test('changes language and the rest at once, and remembers', () => {
  const changed = service().change({
    language: 'uk',
    theme: undefined,
    quota: { perHour: 30, perMonth: 1000 },
  })
  expect(changed).toMatchObject({
    language: 'uk',
    locale: 'uk',
    theme: 'system',
    quota: { perHour: 30, perMonth: 1000 },
  })
  expect(m.accounts_sandbox_name()).toBe('Пісочниця')
  expect(changes).toEqual([changed])
  expect(service('en-GB').get()).toEqual(changed)
})
