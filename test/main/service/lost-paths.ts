import { flag, number, prose, text } from '../../../src/main/service/tolerant.ts'

type Leaf = readonly [path: string, value: unknown]

const inside = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Every value of an answer with its path, `result.ids.0`; an empty list or object is a value too. */
function leavesOf(value: unknown, path = ''): Leaf[] {
  if (!inside(value) || Object.keys(value).length === 0) return [[path, value]]
  return Object.entries(value).flatMap(([name, part]) =>
    leavesOf(part, path === '' ? name : `${path}.${name}`),
  )
}

/** A name may hold dots itself (`25.0`): the longest name that fits is taken. */
function find(value: unknown, steps: readonly string[]): unknown {
  if (steps.length === 0 || !inside(value)) return steps.length === 0 ? value : undefined
  for (let length = steps.length; length > 0; length -= 1) {
    const name = steps.slice(0, length).join('.')
    if (Object.hasOwn(value, name))
      return find((value as Readonly<Record<string, unknown>>)[name], steps.slice(length))
  }
  return undefined
}

const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === 'NaN' ||
  (inside(value) && Object.values(value).every(isBlank))

/** Whether the value means what was answered: a number for its digits, a flag for 0 or 1, a text without its markup. */
function isKept(answered: unknown, kept: unknown): boolean {
  if (Object.is(answered, kept) || (isBlank(answered) && isBlank(kept))) return true
  if (inside(answered) || kept === undefined || kept === null) return false
  const forms = [number, flag, text, prose].map((form) => form.safeParse(answered).data)
  return forms.includes(kept as never) || String(answered) === kept
}

/**
 * The paths of an answer whose value is not in what is kept.
 * @param moved paths that are kept under another one
 */
export const lostPaths = (
  answer: unknown,
  kept: unknown,
  moved: Readonly<Record<string, string>> = {},
): string[] =>
  leavesOf(answer).flatMap(([path, value]) =>
    isKept(value, find(kept, (moved[path] ?? path).split('.'))) ? [] : [path],
  )
