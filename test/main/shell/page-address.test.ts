import { expect, test } from 'vitest'
import { appAddress } from '../../../src/main/shell/app-protocol.ts'
import { pageAddress } from '../../../src/main/shell/page-address.ts'

const dev = 'http://localhost:5173'

test("while nothing is packaged, the development server's page is shown", () => {
  expect(pageAddress(false, { ELECTRON_RENDERER_URL: dev })).toBe(`${dev}/`)
  expect(pageAddress(false, {})).toBe(appAddress)
})

test('a packaged app shows its own page, whatever the environment says', () => {
  expect(pageAddress(true, { ELECTRON_RENDERER_URL: dev })).toBe(appAddress)
})

test.each(['https://example.com/', 'http://example.com/', 'file:///tmp/page.html', 'nonsense', ''])(
  '%j is no development server of this machine',
  (address) => expect(pageAddress(false, { ELECTRON_RENDERER_URL: address })).toBe(appAddress),
)
