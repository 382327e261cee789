import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { endpoints, gaps, page, pagePath } from '../scripts/endpoint-table.mjs'
import { endpoints as ofCommandLine } from '../src/main/cli/api/endpoints.ts'
import * as contract from './main/service-contract.ts'

/** Cells without the padding that the formatter gives them. */
const cells = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()))

test('every endpoint of the contract has a client, a screen, a command and a test', () => {
  expect(endpoints.map((name) => name.replace('{advert_id}', '1')).toSorted()).toEqual(
    Object.keys(contract.parameters).toSorted(),
  )
  expect(gaps()).toEqual([])
})

test('the command line knows every endpoint of the contract', () => {
  expect(ofCommandLine.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    endpoints.toSorted(),
  )
})

test('the page is the one that the script makes', () => {
  expect(cells(readFileSync(pagePath, 'utf8'))).toEqual(cells(page()))
})
