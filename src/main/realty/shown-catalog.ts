import type { CatalogAnswer, Characteristic } from '#shared/realty/realty-calls.ts'
import type { Catalog } from '../service/realty-catalog.ts'

export const realtyLanguages = ['uk', 'other'] as const
export type RealtyLanguage = (typeof realtyLanguages)[number]
type Item = Catalog[number]['items'][number]

/** The groups and their characteristics by weight, named in the language; what has no name of its own is called by its id. */
export const shownGroups = (catalog: Catalog, language: RealtyLanguage): CatalogAnswer['groups'] =>
  catalog
    .toSorted((a, b) => (a.group_prio ?? 0) - (b.group_prio ?? 0))
    .map(({ group_name, items }) => ({
      name: pick(language, group_name, items[0]?.group_name_uk ?? null) || '—',
      items: items.toSorted((a, b) => (a.prio ?? 0) - (b.prio ?? 0)).map((item) => shownItem(item, language)),
    }))
    .filter(({ items }) => items.length > 0)

const pick = (language: RealtyLanguage, name: string | null, inUkrainian: string | null): string =>
  (language === 'uk' ? (inUkrainian ?? name) : (name ?? inUkrainian)) ?? ''

const inputs: Readonly<Record<string, Characteristic['input']>> = {
  text: 'text',
  select: 'select',
  checkbox: 'checkbox',
}

function shownItem(item: Item, language: RealtyLanguage): Characteristic {
  const options = Object.entries(item.children)
    .toSorted(([, a], [, b]) => Number(a.prio ?? 0) - Number(b.prio ?? 0))
    .map(([id, { name, name_uk }]) => ({ id, name: pick(language, name, name_uk) || id }))
  return {
    id: item.characteristic_id,
    label: pick(language, item.label ?? item.name, item.label_uk) || String(item.characteristic_id),
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
