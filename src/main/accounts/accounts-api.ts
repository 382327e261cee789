import { z } from 'zod'
import type { HttpClient } from '../http/http-client.ts'

/** GET /states, whose answer the contract doesn't show: that it is answered, and with JSON, proves address and key. */
export const readStates = (client: HttpClient, signal?: AbortSignal): Promise<unknown> =>
  client.read('/states', [], z.unknown(), { signal, priority: 'interactive' })
