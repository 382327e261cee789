import { m } from '#shared/i18n/generated/messages.js'
import type { Confirmation } from './draft.ts'

type ReplacedTexts = Extract<Confirmation, { code: 'texts-replaced' }>

/** How many texts are replaced, and how many of them say now what isn't known: a sentence for the window and the command line. */
export function replacedTextsWords({ count, unknown, percent }: ReplacedTexts): string {
  if (unknown === 0) return m.import_confirm_texts({ count, percent })
  if (count === 0) return m.import_confirm_texts_unknown({ count: unknown, percent })
  return m.import_confirm_texts_both({ count, unknown, percent })
}
