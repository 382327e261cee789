import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { missingRules } from '#shared/stock/stock-actions.ts'
import { startSandbox } from '../../../src/sandbox/sandbox.ts'
import { type Listing, listings, run } from './stock-model/history.ts'
import { type StepName, steps } from './stock-model/steps.ts'

/** So many histories; more of them, of another seed, by the environment. */
const numRuns = Number(process.env.STOCK_HISTORIES ?? 1)
const seed = Number(process.env.STOCK_SEED ?? 20_261_124)

const names = Object.keys(steps) as StepName[]
/** Nights are what it is about. */
const anyStep = fc.tuple(
  fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom<StepName>('night', 'both nights') },
    { weight: 3, arbitrary: fc.constantFrom(...names) },
  ),
  fc.nat({ max: 4_095 }),
)

// Nights pass; everything else is as it is.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

test(
  'whatever happens to two salons: no car has two adverts, none of a file is withdrawn, nothing of a person’s is undone, and it ends',
  { timeout: 300_000 + numRuns * 10_000 },
  async () => {
    const sandbox = await startSandbox({ databasePath: ':memory:', adverts: 0 })
    try {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...(Object.keys(listings) as Listing[])),
          fc.constantFrom(...missingRules),
          fc.array(anyStep, { minLength: 4, maxLength: 14, size: 'max' }),
          async (listing, missing, history) => {
            expect(await run(sandbox, listing, missing, history)).toEqual([])
          },
        ),
        {
          numRuns,
          seed,
          endOnFailure: process.env.STOCK_SHRINK === undefined,
          ...(process.env.STOCK_PATH !== undefined && { path: process.env.STOCK_PATH }),
        },
      )
    } finally {
      await sandbox.close()
    }
  },
)
