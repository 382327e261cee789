import { policyNames, policySchema } from '#shared/policy/policy.ts'

/** Place where group policies of the app are, under `HKEY_LOCAL_MACHINE`: only administrators may write there. */
export const policyKey = String.raw`HKLM\Software\Policies\Forecourt`

/**
 * The key above it, which every Windows has: if it is readable, an unreadable policy is distinct from an absent one.
 */
export const parentKey = String.raw`HKLM\Software\Policies`

/** True if the list of the keys under `parentKey`, as `reg query` prints it, has ours. */
export const hasPolicyKey = (printed: Uint8Array): boolean =>
  rowsOf(printed).some((row) => /\\Software\\Policies\\Forecourt\s*$/i.test(row))

/** By bytes: others name their keys in whatever letters they like, which `reg` prints in the console's encoding. */
const rowsOf = (printed: Uint8Array): string[] => Buffer.from(printed).toString('latin1').split(/\r?\n/)

const heading = /^HKEY_LOCAL_MACHINE\\Software\\Policies\\Forecourt(?:\\(?<list>[^\\\s]+))?\s*$/i
const line = /^ {4}(?<name>\S+) {4}(?<type>REG_\w+) {4}(?<text>.*)$/

/** The value that has no name, which `reg` calls by a word of the system's language. */
const unnamed = /^ {4}\(.*\) {4}REG_/

/** Switches and numbers are both `REG_DWORD`: a switch is what may be a yes. */
const switches: readonly string[] = policyNames.filter(
  (name) => policySchema.shape[name].safeParse(true).success,
)

/**
 * Values printed by `reg query HKLM\Software\Policies\Forecourt /s`, in the form of a policy file. A subkey is a list
 * of its texts in the order of their names, a `REG_DWORD` a number, or yes and no. What isn't understood stays the text
 * that it is, so that the schema refuses it.
 * @throws if a value has letters that aren't UTF-8: they are unknown
 */
export function registryPolicy(printed: Uint8Array): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {}
  const lists = new Map<string, [number, string][]>()
  let list: string | null = null
  for (const row of rowsOf(printed)) {
    if (unnamed.test(row)) continue
    const head = heading.exec(row)
    if (head) {
      list = head.groups?.list ?? null
      if (list !== null) lists.set(list, [])
      continue
    }
    const { name = '', type = '', text = '' } = line.exec(exact(row))?.groups ?? {}
    if (name === '') continue
    if (list === null) values[name] = valueOf(name, type, text)
    else lists.get(list)?.push([Number(name), text])
  }
  for (const [name, rows] of lists)
    values[name] = rows.sort(([one], [other]) => one - other).map(([, text]) => text)
  return values
}

const exact = (row: string): string =>
  new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(row, 'latin1'))

function valueOf(name: string, type: string, text: string): unknown {
  if (type !== 'REG_DWORD') return text
  const number = Number(text)
  if (!switches.includes(name)) return number
  return number === 0 || number === 1 ? number === 1 : text
}
