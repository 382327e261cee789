import { z } from 'zod'

/** An edit of an advert that was done: when, ISO 8601, and the parameters that got another value; none if that isn't known any more. */
export const advertEditSchema = z.object({ at: z.string(), fields: z.array(z.string()) })
export type AdvertEdit = Readonly<z.infer<typeof advertEditSchema>>
