import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'

/** Commands whose first argument decides what they print. */
const withActions = new Set(['team', 'links', 'journal', 'realty'])

/** As published, but that an object has no more than the names that are described. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]))
  return 'properties' in schema && !('additionalProperties' in schema)
    ? { ...parts, additionalProperties: false }
    : parts
}

const published = closed(
  JSON.parse(readFileSync(new URL('../../../docs/command-line.schema.json', import.meta.url), 'utf8')),
) as { readonly definitions: Readonly<Record<string, unknown>> }

const ajv = new Ajv({ strict: false, allErrors: true })
ajv.addSchema(published, 'shapes')

function shapeOf(argv: readonly string[]): string {
  const [name = '', ...rest] = argv
  const action = rest.find((word) => !word.startsWith('-'))
  if (name === 'orders' && rest.includes('--watch')) return 'orders --watch'
  return withActions.has(name) && action !== undefined && `${name} ${action}` in published.definitions
    ? `${name} ${action}`
    : name
}

const validatorOf = (shape: string): ValidateFunction => {
  const found = ajv.getSchema(`shapes#/definitions/${encodeURIComponent(shape)}`)
  if (!found) throw new Error(`docs/command-line.schema.json has no ${shape}`)
  return found
}

/** @throws Error if a line of JSON that the command printed is of no published shape */
export function expectShapes(argv: readonly string[], out: string): void {
  if (!argv.includes('--json') || argv[0] === 'api') return
  for (const line of out.split('\n').filter(Boolean)) {
    const value: unknown = JSON.parse(line)
    const shapes = ['refusal', shapeOf(argv)]
    if (shapes.some((shape) => validatorOf(shape)(value))) continue
    throw new Error(
      `${argv.join(' ')} printed ${line.slice(0, 2_000)}: ${ajv.errorsText(validatorOf(shapes[1] ?? '').errors)}`,
    )
  }
}
