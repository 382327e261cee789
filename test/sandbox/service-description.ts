import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'

/** docs/service/openapi.yaml: the operations, schemas and fields of the service, each of the contract or of practice. */

const sourceSchema = z.enum(['contract', 'practice'])

const fieldSchema = z.looseObject({
  type: z.string().optional(),
  description: z.string().optional(),
  anyOf: z.array(z.looseObject({ type: z.string().optional() })).optional(),
  $ref: z.string().optional(),
  'x-source': sourceSchema.optional(),
  'x-optional': z.boolean().optional(),
})

const objectSchema = z.looseObject({
  'x-source': sourceSchema,
  properties: z.record(z.string(), fieldSchema).default({}),
  patternProperties: z.record(z.string(), z.unknown()).default({}),
})

const parameterSchema = z.looseObject({
  name: z.string(),
  in: z.enum(['query', 'path', 'header']),
  description: z.string().optional(),
  required: z.boolean().default(false),
  'x-source': sourceSchema.optional(),
  'x-spelling': z.array(z.string()).optional(),
  'x-converts-to': z.string().optional(),
})

const operationSchema = z.looseObject({
  operationId: z.string(),
  'x-source': sourceSchema,
  parameters: z.array(parameterSchema).default([]),
})
type OperationObject = z.infer<typeof operationSchema>

const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.looseObject({ schemas: z.record(z.string(), objectSchema) }),
})

export interface Operation extends OperationObject {
  readonly method: string
  readonly path: string
}

export const descriptionPath = 'docs/service/openapi.yaml'
const raw: unknown = parseYaml(readFileSync(descriptionPath, 'utf8'))
const description = documentSchema.parse(raw)
export const schemas = description.components.schemas

export const operations: readonly Operation[] = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    method: method.toUpperCase(),
    path,
  })),
)

export function findOperation(method: string, path: string): Operation {
  const found = operations.find((operation) => operation.method === method && operation.path === path)
  if (found === undefined) throw new Error(`${descriptionPath} has no ${method} ${path}`)
  return found
}

export function schemaNamed(name: string): z.infer<typeof objectSchema> {
  const schema = schemas[name]
  if (schema === undefined) throw new Error(`${descriptionPath} has no schema ${name}`)
  return schema
}

/** The contract's fields of a schema with their types; of a field with two types, the first. */
export function contractFields(name: string): Record<string, string> {
  const { properties } = schemaNamed(name)
  const own = Object.entries(properties).filter(([, field]) => field['x-source'] !== 'practice')
  return Object.fromEntries(
    own.map(([field, { type, anyOf }]) => [field, type ?? anyOf?.[0]?.type ?? 'object']),
  )
}

/** The contract's query parameters of an operation as they are spelled in an address: `marka_id[<n>]`, not `marka_id`. */
export const contractParameters = ({ parameters }: Operation): string[] =>
  parameters
    .filter((parameter) => parameter.in === 'query' && parameter['x-source'] !== 'practice')
    .flatMap((parameter) => parameter['x-spelling'] ?? [parameter.name])

/**
 * Contract: only what the contract gives, every field there, no other. Practice: also what is seen in practice, and
 * fields may be absent. Described: the same, but no field that nobody described.
 */
export type Profile = 'contract' | 'practice' | 'described'

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isPractice = (value: unknown): boolean => isObject(value) && value['x-source'] === 'practice'

/** The schema without the alternatives and fields of practice, its objects closed. */
function asContract(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asContract)
  if (!isObject(value)) return value
  const result = Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, asContract(inside)]))
  if (Array.isArray(value.anyOf)) {
    const { anyOf, ...rest } = value
    const kept = (anyOf as unknown[]).filter((one) => !isPractice(one)).map(asContract)
    return { ...rest, ...(kept.length === 1 && isObject(kept[0]) ? kept[0] : { anyOf: kept }) }
  }
  if (!isObject(value.properties) || value.type !== 'object') return result
  const kept = Object.entries(value.properties).filter(([, field]) => !isPractice(field))
  return {
    ...result,
    properties: asContract(Object.fromEntries(kept)),
    patternProperties: {},
    additionalProperties: value.additionalProperties ?? false,
    required: kept
      .filter(([, field]) => !isObject(field) || field['x-optional'] !== true)
      .map(([name]) => name),
  }
}

/** The schema with its objects closed: those that have fields, and leave others open in no other way. */
function asDescribed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asDescribed)
  if (!isObject(value)) return value
  const result = Object.fromEntries(
    Object.entries(value).map(([name, inside]) => [name, asDescribed(inside)]),
  )
  const closed =
    isObject(value.properties) && value.type === 'object' && value.additionalProperties === undefined
  return closed ? { ...result, additionalProperties: false } : result
}

const asItIs = (value: unknown): unknown => value
const forms: Record<Profile, (schema: unknown) => unknown> = {
  contract: asContract,
  practice: asItIs,
  described: asDescribed,
}

const compilers: Record<Profile, Ajv2020> = {
  contract: compilerOf('contract'),
  practice: compilerOf('practice'),
  described: compilerOf('described'),
}

function compilerOf(profile: Profile): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  const document = raw as { paths: unknown; components: { schemas: Json } }
  const schemaTree = Object.fromEntries(
    Object.entries(document.components.schemas).map(([name, schema]) => [
      name,
      // The forms of a refusal are known from practice alone.
      name === 'Refusal' ? schema : forms[profile](schema),
    ]),
  )
  const paths = forms[profile](document.paths)
  ajv.addSchema({ paths, components: { schemas: schemaTree } }, 'service')
  return ajv
}

/** What is wrong with an answer, as `place: problem`; empty if nothing is. */
export function problemsOf(pointer: string, answer: unknown, profile: Profile): string[] {
  const validate = compilers[profile].getSchema(`service#${pointer}`)
  if (validate === undefined) throw new Error(`${descriptionPath} has nothing at ${pointer}`)
  if (validate(answer) === true) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message ?? ''}`)
}

/** Where the answer of an operation is described. */
export const answerOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): string =>
  `/paths/${encodeURIComponent(path.replaceAll('/', '~1'))}/${method.toLowerCase()}/responses/200/content/application~1json/schema`

export const refusalPointer = '/components/schemas/Refusal'
