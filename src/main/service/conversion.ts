import { z } from 'zod'
import { dictionary, root, text } from './tolerant.ts'

const named = dictionary(text)

/** The answer of GET /new_to_old and GET /old_to_new, by the contract's names. */
export const conversionSchema = root(
  z.looseObject({
    /** Parameters without a counterpart in the other naming. */
    unrecognized: named,
    converted: named,
    /** The converted parameters as a URL-encoded query string. */
    string: text,
  }),
)
export type Conversion = z.infer<typeof conversionSchema>
