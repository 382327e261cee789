import { braces, isTemplateField, type TemplateField } from '#shared/staged/template-fields.ts'

/** Values of an advert for the fields of a template. */
export type TemplateValues = Readonly<Record<TemplateField, string>>

/** Stands for the present text until the blanks around it are set: those in it are its own. */
const presentMark = '\uE000'

/**
 * Makes the texts of adverts, each from its values. What is empty leaves no second blank behind; a name that is no field
 * stays as it is, and so does the present text.
 */
export function templateFill(template: string): (values: TemplateValues) => string {
  const parts = partsOf(template)
  return ({ text, ...words }) => {
    const values = { ...words, text: text === '' ? '' : presentMark }
    const filled = parts
      .map((part) => (typeof part === 'string' ? part : values[part.field]))
      .join('')
      .replace(/ {2,}/g, ' ')
      .replace(/ +([,.;:!?])/g, '$1')
      .trim()
    return filled.replaceAll(presentMark, () => text)
  }
}

/** Its texts and fields, in turn. */
function partsOf(template: string): (string | { readonly field: TemplateField })[] {
  const parts: (string | { readonly field: TemplateField })[] = []
  let end = 0
  for (const match of template.matchAll(braces)) {
    const name = (match[1] ?? '').trim()
    if (!isTemplateField(name)) continue
    parts.push(template.slice(end, match.index), { field: name })
    end = match.index + match[0].length
  }
  return [...parts, template.slice(end)]
}
