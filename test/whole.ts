import { test } from 'vitest'

/** Set in `npm run test:crash`, `test:damage` and `test:team`: all of what a run of everything has one of each kind of. */
const isWhole = process.env.FORECOURT_WHOLE_TESTS === '1'

/** A test of another moment or order of what a neighbour shows; run by the three commands alone. */
export const wholeTest = test.runIf(isWhole)

/** The cases of a matrix that a run of everything takes, evenly spread; all of them by the three commands. */
export const spread = <Case>(all: readonly Case[], count: number): readonly Case[] =>
  isWhole ? all : all.filter((_, at) => share(at, count, all.length) !== share(at - 1, count, all.length))

const share = (at: number, count: number, of: number): number => Math.floor((at * count) / of)

/** The places `from` to `end`, without it, at which a file may be cut. */
export const placesIn = (from: number, end: number): readonly number[] =>
  Array.from({ length: Math.max(0, end - from) }, (_, at) => from + at)
