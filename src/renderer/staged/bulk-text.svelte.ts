import type { BulkChange } from '#shared/staged/bulk-change.ts'
import type { stagedTexts } from '#shared/staged/staged-fields.ts'
import { unknownFields } from '#shared/staged/template-fields.ts'
import { m } from '#shared/i18n/generated/messages.js'

export const textWays = ['set', 'after', 'before', 'replace', 'remove'] as const
export type TextWay = (typeof textWays)[number]

type TextField = (typeof stagedTexts)[number]

/** A change of many texts, as it is typed. */
export class BulkText {
  how = $state<TextWay>('set')
  template = $state('')
  find = $state('')
  by = $state('')
  exactCase = $state(false)
  readonly #unknown = $derived(unknownFields(this.template))
  readonly templateProblem = $derived(
    this.#unknown.length > 0
      ? m.staged_bulk_template_unknown({ names: this.#unknown.join(', ') })
      : undefined,
  )

  /** It looks for words in the texts. */
  get looks(): boolean {
    return this.how === 'replace' || this.how === 'remove'
  }

  /** @returns null while something of it can't be taken */
  change(field: TextField): BulkChange | null {
    const { how, find, exactCase } = this
    if (this.looks)
      return find === ''
        ? null
        : { kind: 'replace', field, find, by: how === 'replace' ? this.by : '', exactCase }
    if (this.template.trim() === '' || this.templateProblem) return null
    return { kind: 'text', field, template: templateOf(how, this.template) }
  }
}

const present = '{text}'

/** Template of an addition: a blank stands between it and the present text, unless it brings its own. */
function templateOf(how: TextWay, text: string): string {
  if (how === 'after') return `${present}${/^\s/.test(text) ? '' : ' '}${text}`
  return how === 'before' ? `${text}${/\s$/.test(text) ? '' : ' '}${present}` : text
}
