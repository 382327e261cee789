import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { notFound, ok, refusal, type Answer } from '../http/answers.ts'
import { sameSecret } from '../http/secret.ts'
import { controlDescription, type ControlRoute } from './control-description.ts'
import { controlRoutes } from './control-routes.ts'
import type { ControlParts } from './control-parts.ts'

/** The address outside the contract's paths through which a test or a person changes how the sandbox behaves. */
export class Control {
  readonly #token: string
  readonly #routes: Readonly<Record<string, ControlRoute>>

  constructor(parts: ControlParts) {
    this.#token = parts.token
    this.#routes = controlRoutes(parts)
  }

  /** Answers only a request with the token, but for its description; a body that can't be read is refused with what is wrong in it. */
  async answer(path: string, request: IncomingMessage): Promise<Answer> {
    const [, , name = '', rest = ''] = path.split('/')
    if (name === 'openapi.json') return ok(controlDescription(this.#routes))
    const token = request.headers['x-control-token']
    if (typeof token !== 'string' || !sameSecret(token, this.#token)) {
      return refusal(403, 'CONTROL_TOKEN', 'The control token is missing or wrong')
    }
    const route = this.#routes[`${request.method ?? 'GET'} ${name}`]
    if (route === undefined) return notFound('Control address')
    try {
      return route.handle(await readJson(request), rest)
    } catch (error) {
      if (error instanceof z.ZodError || error instanceof SyntaxError)
        return refusal(400, 'BAD_BODY', error.message)
      throw error
    }
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  return text === '' ? {} : JSON.parse(text)
}
