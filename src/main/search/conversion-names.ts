/** The names that the conversions of the contract translate into each other (docs/service/conversion.md); `#` is the number. */
export const conversionNames: readonly (readonly [site: string, search: string])[] = [
  ['categories.main.id', 'category_id'],
  ['brand.id[#]', 'marka_id[#]'],
  ['year[#].gte', 's_yers[#]'],
  ['year[#].lte', 'po_yers[#]'],
  ['custom.not', 'custom'],
  ['fuel.id[#]', 'type[#]'],
  ['gearbox.id[#]', 'gearbox[#]'],
  ['size', 'countpage'],
]

/** To the names of the search endpoint, or to those of the web site. */
export const conversionTargets = ['old', 'new'] as const
export type ConversionTarget = (typeof conversionTargets)[number]
