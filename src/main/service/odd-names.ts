import { editDistance } from '../words/edit-distance.ts'
import { lookAlikes } from './look-alikes.ts'
import { contractName, type NamedParameter } from './named-parameter.ts'
import type { Params } from './params.ts'

/** A parameter's name that an endpoint does not know, with the one that was probably meant. */
export type OddName =
  | { readonly kind: 'unknown'; readonly name: string; readonly meant: string | undefined }
  | { readonly kind: 'look-alike'; readonly name: string; readonly meant: string }

/** True if the contract has the name. */
const isNamed = (name: string, known: readonly NamedParameter[]): boolean =>
  known.some(
    (each) =>
      each.name === name ||
      each.name === contractName(name) ||
      (each.repeated === true && each.name === name.replace(/\[\d*\]$/, '')),
  )

/** The names among these parameters that are none of `known`. */
export function oddNames(params: Params, known: readonly NamedParameter[]): OddName[] {
  const names = [...new Set(params.map(([name]) => name))]
  const alike = lookAlikes(names)
  const unknown = names.filter((name) => !isNamed(name, known) && !alike.some((each) => each.name === name))
  return [
    ...alike.map((each) => ({ kind: 'look-alike', ...each }) as const),
    ...unknown.map(
      (name) =>
        ({
          kind: 'unknown',
          name,
          meant: nearestName(
            name,
            known.map((each) => each.name),
          ),
        }) as const,
    ),
  ]
}

/** The known name that is most like this one; undefined if none is like it. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const asked = plain(name)
  const scored = known
    .map((each) => ({ each, score: difference(asked, plain(each)) }))
    .toSorted((one, other) => one.score - other.score)
  const [best] = scored
  return best && best.score < 1 ? best.each : undefined
}

/** Case, underscores and indexes are what is mistyped most. */
const plain = (name: string): string => name.replace(/\[.*$/s, '').replaceAll('_', '').toLowerCase()

/** Below 1 if a few letters differ, or if one begins with the other. */
function difference(one: string, other: string): number {
  if (Math.min(one.length, other.length) >= 3 && (one.startsWith(other) || other.startsWith(one)))
    return 0.5 + Math.abs(one.length - other.length) / 100
  return editDistance(one, other) / Math.max(2, Math.ceil(Math.max(one.length, other.length) / 3) + 0.5)
}
