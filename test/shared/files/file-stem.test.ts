import { expect, test } from 'vitest'
import { stemOf } from '#shared/files/file-stem.ts'

test.each([
  ['cars.csv', 'cars'],
  ['авто.11.2026.XLSX', 'авто.11.2026'],
  ['cars', 'cars'],
  ['New advert Volkswagen Golf 1.6', 'New advert Volkswagen Golf 1.6'],
  ['Edits 2026-11-23 10.15', 'Edits 2026-11-23 10.15'],
])('%s is called %s without its extension', (name, stem) => {
  expect(stemOf(name)).toBe(stem)
})
