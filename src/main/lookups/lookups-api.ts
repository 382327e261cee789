import { z } from 'zod'
import type { HttpClient } from '../http/http-client.ts'
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
