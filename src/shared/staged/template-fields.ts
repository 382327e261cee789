/** The fields that a text may have in braces, such as `{make}`. */
export const templateFields = [
  /** Present text of the field. */
  'text',
  'title',
  'make',
  'model',
  'version',
  'year',
  'mileage',
  'city',
  'price',
  'id',
] as const
export type TemplateField = (typeof templateFields)[number]

export const braces = /\{([^{}]*)\}/g

export const isTemplateField = (name: string): name is TemplateField =>
  templateFields.some((field) => field === name)

const namesIn = (template: string): string[] =>
  [...template.matchAll(braces)].map(([, name = '']) => name.trim())

export const hasField = (template: string, field: TemplateField): boolean => namesIn(template).includes(field)

/** Names in braces that are no fields: the dealer would send them to buyers as they are. */
export const unknownFields = (template: string): string[] => [
  ...new Set(namesIn(template).filter((name) => !isTemplateField(name))),
]
