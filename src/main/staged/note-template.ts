import { type TemplateField, templateFields } from '#shared/staged/bulk-change.ts'

/** What an advert has for the fields of a template. */
export type TemplateValues = Readonly<Record<TemplateField, string>>

const braces = /\{([^{}]*)\}/g

const isField = (name: string): name is TemplateField => templateFields.some((field) => field === name)

/** The text for one advert. What is empty leaves no second blank behind; a name that is no field stays as it is. */
export const fillTemplate = (template: string, values: TemplateValues): string =>
  template
    .replace(braces, (whole, name: string) =>
      isField(name.trim()) ? values[name.trim() as TemplateField] : whole,
    )
    .replace(/ {2,}/g, ' ')
    .replace(/ +([,.;:!?])/g, '$1')
    .trim()

/** Names in braces that are no fields: the dealer would send them to buyers as they are. */
export const unknownFields = (template: string): string[] => [
  ...new Set(
    [...template.matchAll(braces)].map(([, name = '']) => name.trim()).filter((name) => !isField(name)),
  ),
]
