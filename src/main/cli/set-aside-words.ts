import { basename } from 'node:path'
import { m } from '#shared/i18n/generated/messages.js'

/** Words about a damaged file that was set aside. */
export const setAsideWords = (file: string): string =>
  basename(file).startsWith('settings.json') ? m.cli_set_aside_settings({ file }) : m.cli_set_aside({ file })
