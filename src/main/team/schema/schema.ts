import { functionsOfArrivals } from './of-arrivals.ts'
import { functionsOfDesks } from './of-desks.ts'
import { functionsOfDoubts } from './of-doubts.ts'
import { functionsOfEntries } from './of-entries.ts'
import { functionsOfQuota } from './of-quota.ts'
import { functionsOfRows } from './of-rows.ts'
import { functionsOfTurns } from './of-turns.ts'
import { tables } from './tables.ts'

/** Version of the questions, the answers and the tables; a desk with another one is refused. */
export const protocol = 6

/** Form of `fingerprintOf` that the team's fingerprints have: equal rows of two desks must have equal ones. */
export const fingerprints = 1

/** All that desks call. */
const functions = [
  ...functionsOfArrivals,
  ...functionsOfTurns,
  ...functionsOfRows,
  ...functionsOfDoubts,
  ...functionsOfEntries,
  ...functionsOfQuota,
  ...functionsOfDesks,
].join('\n')

/** All that a team is in a database; `forecourt` is its schema, and every function answers one object with one. */
export const schemaSql = ['CREATE SCHEMA forecourt;', tables, functions].join('\n')
