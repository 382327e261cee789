import { afterAll, vi } from 'vitest'
import { applyLocale } from '#shared/i18n/locale.ts'

/** What a file changes for its whole process is as before for the next one. */
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  applyLocale('en')
})
