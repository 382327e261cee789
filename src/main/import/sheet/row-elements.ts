import { type ElementKind, kindsIn } from './element-tree.ts'

/** Names of an entry in lists of cars, in small letters: a list of one car repeats nothing. */
const usualNames = new Set(
  (
    'offer ad ads_item advert advertisement car vehicle auto automobile item entry listing product record row unit ' +
    'предложение товар авто автомобіль автомобиль оголошення объявление рядок строка'
  ).split(' '),
)

/** So many are offered to choose from. */
const mostOffered = 20

/**
 * The kinds of elements that may be the rows of a document, the likeliest first: those that repeat in one element and hold
 * others, then those with nothing but attributes. The more values each has, and the more of them there are, the likelier.
 */
export function rowElements(top: ElementKind): readonly ElementKind[] {
  const candidates = [...kindsIn(top)].filter(isCandidate)
  const withChildren = candidates.filter(({ children }) => children.size > 0)
  const others = candidates.filter(({ children, attributes }) => children.size === 0 && attributes.size > 1)
  return [...byLikelihood(withChildren), ...byLikelihood(others)].slice(0, mostOffered)
}

const isCandidate = ({ repeated, name }: ElementKind): boolean =>
  repeated || usualNames.has(name.toLowerCase())

const byLikelihood = (kinds: readonly ElementKind[]): ElementKind[] =>
  kinds
    .map((kind) => ({ kind, score: valuesOf(kind) * Math.log2(1 + kind.count), depth: depthOf(kind) }))
    // What is nearer to the root holds the other.
    .toSorted((one, other) => other.score - one.score || one.depth - other.depth)
    .map(({ kind }) => kind)

const depthOf = ({ parent }: ElementKind): number => (parent ? depthOf(parent) + 1 : 0)

/** Number of values that one element has: its attributes and what is in it, but not in a list of it. */
function valuesOf(kind: ElementKind): number {
  let count = kind.attributes.size
  for (const child of kind.children.values())
    if (child.children.size === 0) count += 1 + child.attributes.size
    else if (!child.repeated) count += valuesOf(child)
  return count
}
