import { z } from 'zod'
import type { HttpClient } from '../http/http-client.ts'

export interface AccountsApi {
  /** GET /states, whose answer the contract doesn't show: that it comes, and as JSON, proves address and key. */
  states(signal?: AbortSignal): Promise<unknown>
}

export const createAccountsApi = (client: HttpClient): AccountsApi => ({
  states: (signal) => client.read('/states', [], z.unknown(), { signal, priority: 'interactive' }),
})
