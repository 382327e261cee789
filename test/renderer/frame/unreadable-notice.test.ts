import { expect, it } from 'vitest'
import { unreadableNotice } from '../../../src/renderer/frame/unreadable-notice.ts'

const orders = { place: 'cache.db, orders', leftOut: true, count: 2 }
const form = { place: 'forms.db, forms', leftOut: false, count: 1 }

it('says how many records can’t be read, what they are and the next step for each kind', () => {
  expect(unreadableNotice([])).toBeNull()
  const cached = unreadableNotice([orders, { ...orders, leftOut: false, count: 1 }])
  expect(cached).toMatchObject({ title: '3 saved records can’t be read' })
  expect(cached?.text).toMatch(/orders \(3\).*with the next refresh\.$/)
  expect(unreadableNotice([form])?.text).toMatch(/form of a new advert \(1\).*enter what is missing\.$/)
  expect(unreadableNotice([{ place: 'staged.db, other', leftOut: true, count: 1 }])?.text).toContain(
    'staged.db, other (1)',
  )
})

it('comes back under another key when more are found', () => {
  expect(unreadableNotice([orders])?.key).not.toBe(unreadableNotice([orders, form])?.key)
})
