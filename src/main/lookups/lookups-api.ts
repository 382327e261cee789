import { z } from 'zod'
import type { HttpClient } from '../http/http-client.ts'
import { ServiceError } from '../http/service-error.ts'
import type { Params } from '../service/params.ts'

/** Reads of the lookups; each is one call of the quota. */
export class LookupsApi {
  readonly #client: HttpClient

  constructor(client: HttpClient) {
    this.#client = client
  }

  /** The list as it came. @throws ServiceError; Fault `quota` at once if the quota is used up */
  read(path: string, params: Params, signal?: AbortSignal): Promise<readonly unknown[]> {
    return this.#client.read(path, params, z.array(z.unknown()), { signal, priority: 'interactive' })
  }
}

/** Refusals of the key that every other address would meet too. */
const ofKeyItself = new Set(['API_KEY_MISSING', 'API_KEY_INVALID', 'API_KEY_DISABLED', 'API_KEY_UNVERIFIED'])

/** A wrong path in the service's own form (docs/service/practice.md, "upstream trouble"). */
const wrongPath = /"code"\s*:\s*"ResourceNotFound"/

/** Whether the service itself says that the account has no such address. Any other failure says nothing about it. */
export function saysNoLookup(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false
  if (error.code === 'not-found') return error.ownForm || wrongPath.test(error.answer ?? '')
  const code = error.serviceCode ?? ''
  return error.ownForm && error.status === 403 && code !== '' && !ofKeyItself.has(code)
}
