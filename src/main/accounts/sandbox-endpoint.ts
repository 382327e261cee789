import { z } from 'zod'

/** Facts needed to connect to the embedded service. */
export const sandboxEndpointSchema = z.object({ baseUrl: z.string(), userId: z.int(), key: z.string() })
export type SandboxEndpoint = z.infer<typeof sandboxEndpointSchema>
