import { m } from '#shared/i18n/generated/messages.js'
import type { Confirmation } from './draft.ts'

type ReplacedTexts = Extract<Confirmation, { code: 'texts-replaced' }>

/**
 * Sentence about texts that are replaced, and those of them whose present text isn't known, for the window and the
 * command line.
 */
export function replacedTextsWords({ count, unknown, percent }: ReplacedTexts): string {
  if (unknown === 0) return m.import_confirm_texts({ count, percent })
  if (count === 0) return m.import_confirm_texts_unknown({ count: unknown, percent })
  return m.import_confirm_texts_both({ count, unknown, percent })
}
