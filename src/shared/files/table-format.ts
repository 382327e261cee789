/** The formats in which a table is saved that a person fills in and imports. */
export const tableFormats = ['xlsx', 'csv'] as const
export type TableFormat = (typeof tableFormats)[number]
