import { braces, isTemplateField, type TemplateField } from '#shared/staged/template-fields.ts'

/** What an advert has for the fields of a template. */
export type TemplateValues = Readonly<Record<TemplateField, string>>

/** The text for one advert. What is empty leaves no second blank behind; a name that is no field stays as it is. */
export const fillTemplate = (template: string, values: TemplateValues): string =>
  template
    .replace(braces, (whole, written: string) => {
      const name = written.trim()
      return isTemplateField(name) ? values[name] : whole
    })
    .replace(/ {2,}/g, ' ')
    .replace(/ +([,.;:!?])/g, '$1')
    .trim()
