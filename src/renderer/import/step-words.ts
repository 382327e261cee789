import { m } from '#shared/i18n/generated/messages.js'
import type { WizardStep } from './import-state.svelte.ts'

export const stepWords: Readonly<Record<WizardStep, () => string>> = {
  file: m.import_step_file,
  columns: m.import_step_columns,
  check: m.import_step_check,
  send: m.import_step_send,
}
