import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { endpoints as ofCommandLine } from '../src/main/cli/api/endpoints.ts'
import { columns, places } from './endpoint-places.ts'
import * as contract from './main/service-contract.ts'

const endpoints = Object.keys(places)

/** The cells that name no file, or one without the text that they promise. */
const gaps = (): string[] =>
  Object.entries(places).flatMap(([endpoint, cells]) =>
    columns.flatMap((column) => {
      const [path, text] = cells[column]
      return existsSync(path) && readFileSync(path, 'utf8').includes(text) ? [] : [`${endpoint}: ${column}`]
    }),
  )

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
