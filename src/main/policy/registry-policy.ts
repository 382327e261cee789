/** Where group policies of the app are, under `HKEY_LOCAL_MACHINE`: only administrators may write there. */
export const policyKey = String.raw`HKLM\Software\Policies\Forecourt`

/** The key above it, which every Windows has: that it can be read tells an absent policy from one that can't be read. */
export const parentKey = String.raw`HKLM\Software\Policies`

/** Whether the list of the keys under `parentKey`, as `reg query` prints it, has ours. */
export const hasPolicyKey = (printed: string): boolean =>
  printed.split(/\r?\n/).some((line) => /\\Software\\Policies\\Forecourt\s*$/i.test(line))

const heading = /^HKEY_LOCAL_MACHINE\\Software\\Policies\\Forecourt(?:\\(?<list>[^\\\s]+))?\s*$/i
const line = /^ {4}(?<name>\S+) {4}(?<type>REG_\w+) {4}(?<text>.*)$/

/** Names of the values of switches and of numbers are both `REG_DWORD`: a switch is one by its name. */
const switches = ['sandboxOff', 'updatesOff']

/**
 * What `reg query HKLM\Software\Policies\Forecourt /s` prints, as the values that a policy file has: a subkey is a list of its
 * texts in the order of their names, a `REG_DWORD` a number, or yes and no. What isn't understood stays the text that it is, so
 * that the schema refuses it.
 */
export function registryPolicy(printed: string): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {}
  const lists = new Map<string, [number, string][]>()
  let list: string | null = null
  for (const row of printed.split(/\r?\n/)) {
    const head = heading.exec(row)
    if (head) {
      list = head.groups?.list ?? null
      if (list !== null) lists.set(list, [])
      continue
    }
    const { name = '', type = '', text = '' } = line.exec(row)?.groups ?? {}
    if (name === '') continue
    if (list === null) values[name] = valueOf(name, type, text)
    else lists.get(list)?.push([Number(name), text])
  }
  for (const [name, rows] of lists)
    values[name] = rows.sort(([one], [other]) => one - other).map(([, text]) => text)
  return values
}

function valueOf(name: string, type: string, text: string): unknown {
  if (type !== 'REG_DWORD') return text
  const number = Number(text)
  if (!switches.includes(name)) return number
  return number === 0 || number === 1 ? number === 1 : text
}
