import { z } from 'zod'
import { identifier, number, readable, root } from './tolerant.ts'

/** An id, also in the form of a record's `_id`: `realty-13825265` (docs/service/realty.md). */
const advertId = z.preprocess(
  (value) => (typeof value === 'string' ? value.replace(/^realty-/, '') : value),
  identifier,
)

/** The answer of GET /dom/search: ids only; `count` may disagree with them. */
export const realtySearchResultSchema = root(z.looseObject({ items: readable(advertId), count: number }))
