import { z } from 'zod'
import type { Answer } from '../http/answers.ts'

/** One address of the control: what it is for, what it takes, what it answers and what it does. */
export interface ControlRoute {
  readonly summary: string
  /** Part behind the name in the path: an id, or a number. */
  readonly rest?: { readonly name: string; readonly required: boolean }
  readonly body?: z.ZodType
  readonly answer: z.ZodType
  readonly handle: (body: unknown, rest: string) => Answer
}

/** The control address as OpenAPI 3.1, made of the schemas that its routes read by. */
export function controlDescription(routes: Readonly<Record<string, ControlRoute>>): object {
  const byPath = Map.groupBy(
    Object.entries(routes).flatMap(([name, route]) =>
      pathsOf(name, route).map((path) => ({ path, method: name.split(' ')[0] ?? 'GET', route })),
    ),
    ({ path }) => path,
  )
  const paths = [...byPath].map(([path, operations]): [string, object] => [
    path,
    Object.fromEntries(
      operations.map(({ method, route }) => [method.toLowerCase(), operationOf(path, route)]),
    ),
  ])
  return {
    openapi: '3.1.0',
    info: { title: 'Control of the Forecourt sandbox', version: '1' },
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'x-control-token' } } },
    paths: Object.fromEntries(paths),
  }
}

/** `GET adverts` → `/_control/adverts` and, with its id, `/_control/adverts/{id}`. */
function pathsOf(name: string, { rest }: ControlRoute): string[] {
  const path = `/_control/${name.slice(name.indexOf(' ') + 1)}`
  if (rest === undefined) return [path]
  return [...(rest.required ? [] : [path]), `${path}/{${rest.name}}`]
}

function operationOf(path: string, { summary, rest, body, answer }: ControlRoute): object {
  const parameters =
    rest !== undefined && path.includes('{')
      ? [{ name: rest.name, in: 'path', required: true, schema: { type: 'integer' } }]
      : []
  return {
    summary,
    parameters,
    ...(body === undefined ? {} : { requestBody: { content: jsonOf(body, 'input') } }),
    responses: { 200: { description: 'Done.', content: jsonOf(answer, 'output') } },
  }
}

const jsonOf = (schema: z.ZodType, io: 'input' | 'output'): object => ({
  'application/json': { schema: z.toJSONSchema(schema, { io }) },
})
