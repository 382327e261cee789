import type { RecordGroup } from '#shared/inventory/inventory-calls.ts'
import type { AdvertRecord } from '../service/advert-record.ts'

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const fieldsOf = (group: Record<string, unknown>): RecordGroup['fields'] =>
  Object.entries(group)
    .filter(([, value]) => value !== null && value !== undefined && !isGroup(value))
    .map(([name, value]) => ({ name, value: shown(value) }))

/**
 * Every field of a record that has a value, in the contract's own groups: the advert's fields first, then autoData,
 * photoData and the others. Fields that the contract doesn't name are among them.
 */
export function recordGroups(record: AdvertRecord): RecordGroup[] {
  return [{ name: 'advert', fields: fieldsOf(record) }, ...nestedGroups(record)].filter(
    ({ fields }) => fields.length > 0,
  )
}

/** A group inside another one is named with it: `autoData.engine`. */
function nestedGroups(outer: Record<string, unknown>, prefix = ''): RecordGroup[] {
  return Object.entries(outer).flatMap(([name, group]) =>
    isGroup(group)
      ? [{ name: `${prefix}${name}`, fields: fieldsOf(group) }, ...nestedGroups(group, `${prefix}${name}.`)]
      : [],
  )
}
