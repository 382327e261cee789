import { readdirSync, readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { descriptionPath, operations, schemas } from './sandbox/service-description.ts'

const folder = 'docs/service'
const pages = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))

it('openapi.yaml is OpenAPI, and each of its references leads somewhere', async () => {
  const validator = new Validator()
  expect(await validator.validate(descriptionPath)).toEqual({ valid: true })
  expect(() => validator.resolveRefs()).not.toThrow()
})

it('each field and parameter says what it means', () => {
  const fields = Object.entries(schemas).flatMap(([name, { properties }]) =>
    Object.entries(properties)
      // What a field refers to says it there.
      .filter(([, field]) => !('$ref' in field) && !('allOf' in field))
      .map(([field, { description = '' }]) => [`${name}.${field}`, description]),
  )
  const parameters = operations.flatMap((operation) =>
    operation.parameters.map(({ name, description = '' }) => [`${operation.path} ${name}`, description]),
  )
  expect(
    [...fields, ...parameters].filter(([, description]) => description === '').map(([name]) => name),
  ).toEqual([])
})

interface Marks {
  readonly source: unknown
  readonly evidence: unknown
}

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** What a node says of its source; its evidence goes with it. */
const marksOf = (node: Readonly<Record<string, unknown>>, outer: Marks): Marks => ({
  source: node['x-source'] ?? outer.source,
  evidence: node['x-evidence'] ?? (node['x-source'] === undefined ? outer.evidence : undefined),
})

/** Fields and parameters anywhere in the description, by their place, whose source or evidence nothing tells. */
function unmarked(node: unknown, place: string, outer: Marks): string[] {
  if (!isNode(node)) return []
  const marks = marksOf(node, outer)
  const isField = /\/(properties|patternProperties)\/[^/]+$|\/parameters\/\d+$/.test(place)
  const told = marks.source === 'contract' || (marks.source === 'practice' && marks.evidence !== undefined)
  return [
    ...(isField && !told ? [place] : []),
    ...Object.entries(node).flatMap(([name, part]) => unmarked(part, `${place}/${name}`, marks)),
  ]
}

it('every field and parameter is of the contract, or of practice with how that is known', () => {
  const none = { source: undefined, evidence: undefined }
  expect(unmarked(parseYaml(readFileSync(descriptionPath, 'utf8')), '', none)).toEqual([])
})

it('the pages name no operation that the description lacks', () => {
  const known = new Set(operations.map(({ method, path }) => `${method} ${path}`))
  const named = pages.flatMap((text) =>
    Array.from(text.matchAll(/`((?:GET|POST|PUT|DELETE) \/[^`]+)`/g), ([, name = '']) => name),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !known.has(name))).toEqual([])
})
