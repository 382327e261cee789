import { m } from '#shared/i18n/generated/messages.js'
import { readFilters } from '#shared/search/filter-value.ts'
import { rangeWords } from '#shared/search/range-words.ts'
import { noPlace, noVehicle, paramsOfForm, type FormValues } from './form-params.ts'
import { fieldGroups, listFields, type MarketField, withSingle } from './market-fields.ts'
import type { MarketNamesState } from './market-names.ts'
import type { MarketParams } from '#shared/search/search-calls.ts'

/** A filter in words. */
export interface MarketChip {
  readonly words: string
  /** The form without it. */
  readonly without: FormValues
  /** It is not among what was searched for. */
  readonly fresh: boolean
}

/** Ends of a range that share a chip: their names, what it is called, its unit. */
const ranges: readonly (readonly [from: string, to: string, words: (range: { range: string }) => string])[] =
  [
    ['price_ot', 'price_do', m.search_chip_price],
    ['engineVolumeFrom', 'engineVolumeTo', m.search_chip_volume],
    ['powerFrom', 'powerTo', m.search_chip_power],
    ['raceFrom', 'raceTo', m.search_similar_mileage],
  ]
const inRange = new Set(ranges.flatMap(([from, to]) => [from, to]))
const fields: readonly MarketField[] = fieldGroups.flatMap((group) => group.fields)

/** The filters of a form, a chip for each. @param asked what was searched for; null before the first search */
export function marketChips(
  form: FormValues,
  names: Pick<MarketNamesState, 'nameOf'>,
  asked: MarketParams | null,
): MarketChip[] {
  const searched = new Set((asked ?? []).map(bare))
  const all = sentBy(form)
  return [
    ...vehicleChips(form, names),
    ...placeChips(form, names),
    ...listChips(form, names),
    ...rangeChips(form),
    ...fieldChips(form, names),
    ...form.other.map(([name, value], at) => ({
      words: `${name}=${value}`,
      without: { ...form, other: form.other.filter((_, index) => index !== at) },
    })),
  ].map((chip) => {
    const rest = new Set(sentBy(chip.without))
    return { ...chip, fresh: asked !== null && all.some((each) => !rest.has(each) && !searched.has(each)) }
  })
}

/** A parameter without the number of its group, which changes as groups come and go. */
const bare = ([name, value]: readonly [string, string]): string =>
  `${name.replaceAll(/\[\d*\]/g, '')}=${value}`

/** Parameters that a form sends, with its numbers as the service reads them. */
const sentBy = (form: FormValues): string[] => readFilters(paramsOfForm(form)).params.map(bare)

type Chip = Omit<MarketChip, 'fresh'>

function vehicleChips(form: FormValues, names: Pick<MarketNamesState, 'nameOf'>): Chip[] {
  return form.vehicles.flatMap((group, at) => {
    const put = (part: Partial<typeof group>): FormValues => {
      const vehicles = form.vehicles.with(at, { ...group, ...part })
      return { ...form, vehicles }
    }
    const make = group.make === '' ? '' : names.nameOf('makes', group.make)
    const model =
      group.model === '' || group.model === '0' ? '' : names.nameOf('models', group.model, Number(group.make))
    const car = [make, model].filter((part) => part !== '').join(' ')
    const years = rangeWords(group.from, group.to)
    return [
      ...(car === '' ? [] : [{ words: car, without: put({ make: '', model: '' }) }]),
      ...(years === '' ? [] : [{ words: years, without: put({ from: '', to: '' }) }]),
    ].map((chip) => ({
      ...chip,
      without: { ...chip.without, vehicles: kept(chip.without.vehicles, noVehicle) },
    }))
  })
}

function placeChips(form: FormValues, names: Pick<MarketNamesState, 'nameOf'>): Chip[] {
  return form.places.flatMap(({ state, city }, at) => {
    if (state === '' && city === '') return []
    const region = state === '' ? '' : names.nameOf('states', state)
    const town =
      city === '' || city === '0' ? '' : names.nameOf('cities', city, state === '' ? null : Number(state))
    const places = kept(
      form.places.filter((_, index) => index !== at),
      noPlace,
    )
    return [{ words: [town, region].filter((part) => part !== '').join(', '), without: { ...form, places } }]
  })
}

/** A form has one group at least. */
const kept = <Group extends object>(groups: readonly Group[], blank: Group): readonly Group[] => {
  const full = groups.filter((group) => Object.values(group).some((value) => value !== ''))
  return full.length > 0 ? full : [blank]
}

const listChips = (form: FormValues, names: Pick<MarketNamesState, 'nameOf'>): Chip[] =>
  listFields.flatMap(({ name, list }) =>
    (form.lists[name] ?? []).map((id) => ({
      words: names.nameOf(list, id),
      without: {
        ...form,
        lists: { ...form.lists, [name]: (form.lists[name] ?? []).filter((other) => other !== id) },
      },
    })),
  )

const rangeChips = (form: FormValues): Chip[] =>
  ranges.flatMap(([from, to, words]) => {
    const range = rangeWords((form.single[from] ?? '').trim(), (form.single[to] ?? '').trim())
    const without = { ...form, single: { ...form.single, [from]: '', [to]: '' } }
    return range === '' ? [] : [{ words: words({ range }), without }]
  })

const fieldChips = (form: FormValues, names: Pick<MarketNamesState, 'nameOf'>): Chip[] =>
  fields.flatMap((field) => {
    const value = (form.single[field.name] ?? '').trim()
    if (value === '' || inRange.has(field.name)) return []
    const without = withSingle(form, field.name, '')
    return [{ words: fieldWords(field, value, form, names), without }]
  })

function fieldWords(
  field: MarketField,
  value: string,
  form: FormValues,
  names: Pick<MarketNamesState, 'nameOf'>,
): string {
  switch (field.kind) {
    case 'flag':
      return field.label()
    case 'choice':
      return `${field.label()}: ${field.choices({}).find((choice) => choice.value === value)?.label ?? value}`
    case 'named': {
      const of = field.of === null ? '' : (form.single[field.of] ?? '')
      return `${field.label()}: ${names.nameOf(field.list, value, of === '' ? null : Number(of))}`
    }
    case 'number':
    case 'text':
      return `${field.label()}: ${value}`
  }
}
