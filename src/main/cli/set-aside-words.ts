import { basename } from 'node:path'
import { m } from '#shared/i18n/generated/messages.js'

/** Words about a damaged file that was set aside. */
export function setAsideWords(file: string): string {
  const name = basename(file)
  if (name.startsWith('settings.json')) return m.cli_set_aside_settings({ file })
  return name.startsWith('journal.db') ? m.cli_set_aside({ file }) : m.cli_set_aside_data({ file })
}
