import type { SearchAnswer } from './search-answer.ts'

/** Answer of a look-up: one advert, found now. */
export const answerOfOne = (id: number): SearchAnswer => ({
  ids: [id],
  count: 1,
  complete: true,
  readAt: new Date().toISOString(),
  warnings: [],
  failure: null,
})
