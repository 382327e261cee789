import { z } from 'zod'
import { failureSchema } from './failure.ts'

/** Number of records of the last reading that could not be read, and why the first could not. Null if all could. */
export const unreadSchema = z.object({ count: z.int().positive(), first: failureSchema }).nullable()
export type Unread = z.infer<typeof unreadSchema>
