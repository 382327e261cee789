import fc from 'fast-check'
import { afterAll, vi } from 'vitest'
import { applyLocale } from '#shared/i18n/locale.ts'

/** The examples of a property in a run of everything; more of them by the environment. */
fc.configureGlobal({ numRuns: Number(process.env.PROPERTY_RUNS ?? 20) })

/** What a file changes for its whole process is as before for the next one. */
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  applyLocale('en')
})
