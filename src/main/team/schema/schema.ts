import { functionsOfArrivals } from './of-arrivals.ts'
import { functionsOfDesks } from './of-desks.ts'
import { functionsOfDoubts } from './of-doubts.ts'
import { functionsOfQuota } from './of-quota.ts'
import { functionsOfRows } from './of-rows.ts'
import { functionsOfTurns } from './of-turns.ts'
import { functionsOfStock } from './of-stock.ts'
import { tables } from './tables.ts'

/** What the desk and the server say to each other; another number is refused. Tables and answers only gain parts within one. */
export const protocol = 4

/** Which form of `fingerprintOf` the team's fingerprints have: equal rows of two desks must have equal ones. */
export const fingerprints = 1

/** What the tables and functions have; within one protocol each number only adds. */
export const schemaVersion = 3

/** All that desks call. Made again as a whole when a team is upgraded. */
const functions = [
  ...functionsOfArrivals,
  ...functionsOfTurns,
  ...functionsOfRows,
  ...functionsOfDoubts,
  ...functionsOfStock,
  ...functionsOfQuota,
  ...functionsOfDesks,
].join('\n')

/** All that a team is in a database; `forecourt` is its schema, and every function answers one object with one. */
export const schemaSql = ['CREATE SCHEMA forecourt;', tables, functions].join('\n')

/** What each number added to the tables of the one before. */
const steps: readonly { readonly to: number; readonly sql: string }[] = [
  {
    to: 2,
    sql: `
ALTER TABLE forecourt.team ADD COLUMN schema int NOT NULL DEFAULT 1;
ALTER TABLE forecourt.members ADD COLUMN said int NOT NULL DEFAULT 0;
ALTER TABLE forecourt.permits ADD COLUMN settled_by int REFERENCES forecourt.members,
  ADD COLUMN is_followed boolean NOT NULL DEFAULT true;
CREATE INDEX permits_to_follow ON forecourt.permits (member) WHERE NOT is_followed;`,
  },
  {
    to: 3,
    sql: `
ALTER TABLE forecourt.team ADD COLUMN made_as oid NOT NULL DEFAULT 0;
UPDATE forecourt.team SET made_as = 'forecourt.team'::regclass;`,
  },
]

/** Brings a team's tables and functions to `schemaVersion`. */
export const upgradeSql = (from: number): string =>
  [...steps.filter(({ to }) => to > from).map(({ sql }) => sql), functions].join('\n')
