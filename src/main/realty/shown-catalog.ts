import type { CatalogAnswer, Characteristic } from '#shared/realty/realty-calls.ts'
import type { Catalog } from '../service/realty-catalog.ts'

type Item = Catalog[number]['items'][number]

/** The groups and their characteristics by weight, by their Ukrainian names; what has no name is called by its id. */
export const shownGroups = (catalog: Catalog): CatalogAnswer['groups'] =>
  catalog
    .toSorted((a, b) => (a.group_prio ?? 0) - (b.group_prio ?? 0))
    .map(({ group_name, items }) => ({
      name: pick(items[0]?.group_name_uk ?? null, group_name) || '—',
      items: items.toSorted((a, b) => (a.prio ?? 0) - (b.prio ?? 0)).map(shownItem),
    }))
    .filter(({ items }) => items.length > 0)

const pick = (inUkrainian: string | null, name: string | null): string => inUkrainian ?? name ?? ''

const inputs: Readonly<Record<string, Characteristic['input']>> = {
  text: 'text',
  select: 'select',
  checkbox: 'checkbox',
}

function shownItem(item: Item): Characteristic {
  const options = Object.entries(item.children)
    .toSorted(([, a], [, b]) => Number(a.prio ?? 0) - Number(b.prio ?? 0))
    .map(([id, { name, name_uk }]) => ({ id, name: pick(name_uk, name) || id }))
  return {
    id: item.characteristic_id,
    label: pick(item.label_uk, item.label ?? item.name) || String(item.characteristic_id),
    // An unknown kind with options is a choice, without options a number.
    input: inputs[item.type_on_search ?? ''] ?? (options.length > 0 ? 'select' : 'text'),
    isFloat: item.data_type === 'float',
    unit: item.sufix ?? '',
    usual: item.default_value ?? '',
    options,
  }
}

/** A value of a record's characteristics in words: its option's name, or the number with its unit. */
export function characteristicValue(
  groups: CatalogAnswer['groups'],
  id: number,
  value: number,
): { readonly name: string; readonly value: string } | null {
  const item = groups.flatMap(({ items }) => items).find((each) => each.id === id)
  if (!item) return null
  if (item.input === 'checkbox') return { name: item.label, value: '✓' }
  const option = item.options.find((each) => each.id === String(value))?.name
  return { name: item.label, value: option ?? [String(value), item.unit].filter(Boolean).join(' ') }
}
