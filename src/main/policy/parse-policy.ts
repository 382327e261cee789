import {
  policyNames,
  policySchema,
  type Managed,
  type Policy,
  type PolicyTrouble,
} from '#shared/policy/policy.ts'

/**
 * Rules while the decision is unknown: nothing leaves for any service, no page is opened. What is saved stays where it
 * is and readable; the days of buyers' data are left alone, because what they delete can't be brought back.
 */
export const strictest: Managed['policy'] = {
  serviceAddresses: [],
  sandboxOff: true,
  linkHosts: [],
  updatesOff: true,
}

/** A policy that can't be obeyed as it is, with the strictest one in its place. @param detail what is wrong, for the administrator */
export const unreadable = (source: string, detail: string): Managed => ({
  policy: strictest,
  source,
  trouble: { kind: 'unreadable', detail },
})

/** One that others than administrators may have written: ignored, but reported. */
export const ignored = (source: string, detail: string): Managed => ({
  policy: {},
  source,
  trouble: { kind: 'ignored', detail },
})

/** The policies, with a data folder that is a whole path on this system: `D:\Data` on Linux would lie wherever the app was started. */
const hereSchema = policySchema.refine(({ dataFolder }) => dataFolder === undefined || isWhole(dataFolder), {
  path: ['dataFolder'],
})

const isWhole = (folder: string): boolean =>
  (process.platform === 'win32' ? /^([A-Za-z]:|\{home\})[\\/]/ : /^(\{home\})?\//).test(folder)

/**
 * Reads what stands in the place of the policies. One wrong value makes all of it unreadable: what was decided there
 * can't be guessed. Only the data folder holds by itself: a slip elsewhere moves no person to another one. Names
 * unknown to this version are reported, and the others are obeyed, so that one policy serves two versions.
 */
export function parsePolicy(source: string, given: unknown): Managed {
  const parsed = hereSchema.safeParse(given)
  if (parsed.success) return { policy: present(parsed.data), source, trouble: unknownIn(given) }
  const wrong = unreadable(source, wrongNames(parsed.error.issues))
  return { ...wrong, policy: { ...wrong.policy, ...folderAlone(given) } }
}

function folderAlone(given: unknown): Pick<Policy, 'dataFolder'> {
  const { dataFolder } = policySchema.pick({ dataFolder: true }).safeParse(given).data ?? {}
  return dataFolder !== undefined && isWhole(dataFolder) ? { dataFolder } : {}
}

/** The names whose values are wrong, or that it is no object at all; never the values. */
function wrongNames(issues: readonly { readonly path: readonly PropertyKey[] }[]): string {
  const names = issues.map(({ path: [name] }) => (name === undefined ? '{}' : String(name)))
  return [...new Set(names)].join(', ')
}

function unknownIn(given: unknown): PolicyTrouble | null {
  const known: readonly string[] = policyNames
  const others = Object.keys(given ?? {}).filter((name) => !known.includes(name))
  return others.length === 0 ? null : { kind: 'unknown', detail: others.join(', ').slice(0, 500) }
}

const present = (policy: Policy): Policy =>
  Object.fromEntries(Object.entries(policy).filter(([, value]) => value !== undefined))
