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

/** `name source` of each field and parameter that the tables of the pages list. */
const listedInPages = pages.flatMap((text) =>
  [...text.matchAll(/^\| `([^`]+)` .*\| (contract|practice)\b[^|]*\|$/gm)].map(
    ([, name = '', source = '']) => `${name} ${source}`,
  ),
)

const fieldsDescribed = Object.entries(schemas)
  .filter(([name]) => !/(Error|Refusal)$/.test(name))
  .flatMap(([, schema]) => [
    ...Object.entries(schema.properties).map(
      ([name, field]) => `${name} ${field['x-source'] ?? schema['x-source']}`,
    ),
    ...Object.keys(schema.patternProperties).map((pattern) => `*${pattern.slice(0, -1)} practice`),
  ])

const parametersDescribed = operations.flatMap((operation) =>
  operation.parameters
    .filter((parameter) => parameter.in !== 'header')
    .flatMap((parameter) =>
      (parameter['x-spelling'] ?? [parameter.name]).map(
        (name) => `${name} ${parameter['x-source'] ?? operation['x-source']}`,
      ),
    ),
)

it('the pages list every field and parameter of openapi.yaml with its source, and no other', () => {
  expect([...new Set(listedInPages)].sort()).toEqual(
    [...new Set([...fieldsDescribed, ...parametersDescribed])].sort(),
  )
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

it('the pages have a section for each operation, and no other', () => {
  const sections = pages.flatMap((text) => [
    ...Array.from(text.matchAll(/^#{2,3} ((?:GET|POST|PUT|DELETE) \S+)$/gm), ([, name]) => name),
  ])
  expect(sections.sort()).toEqual(operations.map(({ method, path }) => `${method} ${path}`).sort())
})
