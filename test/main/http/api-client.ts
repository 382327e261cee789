import type { HttpClient, HttpClientOptions } from '../../../src/main/http/http-client.ts'
import { clientFor } from './local-service.ts'

/** A client for a sandbox that runs. */
export const apiClient = (
  { baseUrl, key, userId }: { readonly baseUrl: string; readonly key: string; readonly userId: number },
  options: Partial<HttpClientOptions> = {},
): HttpClient => clientFor(baseUrl, options, { key, userId })
