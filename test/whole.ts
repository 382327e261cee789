import { test } from 'vitest'

/** Set in `npm run test:crash`, `test:damage` and `test:team`: all of what a run of everything has one of each kind of. */
export const isWhole = process.env.FORECOURT_WHOLE_TESTS === '1'

/** A test of another moment or order of what a neighbour shows; run by the three commands alone. */
export const wholeTest = test.runIf(isWhole)

/** The cases of a matrix that a run of everything takes, evenly spread; all of them by the three commands. */
export const spread = <const Case>(all: readonly Case[], count: number): readonly Case[] =>
  isWhole ? all : all.filter((_, at) => share(at, count, all.length) !== share(at - 1, count, all.length))

type Cells<Case> = Case extends readonly [...infer All] ? All : [one: Case]

/** A table of tests of which a run of everything takes so many cases, as `spread` does. */
export const testSome =
  <const Case>(count: number, all: readonly Case[]) =>
  (title: string, run: (...cells: Cells<Case>) => Promise<void> | void, limit?: number): void => {
    const cases: readonly unknown[] = spread(all, count)
    test.each(cases)(title, async (...cells: unknown[]) => run(...(cells as Cells<Case>)), limit)
  }

const share = (at: number, count: number, of: number): number => Math.floor((at * count) / of)

/** The places `from` to `end`, without it, at which a file may be cut. */
export const placesIn = (from: number, end: number): readonly number[] =>
  Array.from({ length: Math.max(0, end - from) }, (_, at) => from + at)
