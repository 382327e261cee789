import { m } from '#shared/i18n/generated/messages.js'
import type { WizardStep } from './import-state.svelte.ts'

export const stepWords: Readonly<Record<WizardStep, () => string>> = {
  file: m.word_file,
  columns: m.word_columns,
  check: m.word_check,
}
