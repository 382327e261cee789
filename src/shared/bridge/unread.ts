import { z } from 'zod'
import { failureSchema } from './failure.ts'

/** What of the last reading could not be read: how many, and why the first of them. Null where all of it could. */
export const unreadSchema = z.object({ count: z.int().positive(), first: failureSchema }).nullable()
export type Unread = z.infer<typeof unreadSchema>
