/** Where an opened file is kept while it is checked, for people: see `readStored`. */
export const draftPlace = (table: string): string => `drafts, ${table}`
