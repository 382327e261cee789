import { characteristicGroups, characteristicsOfType, type Characteristic } from './characteristics.ts'
import { liveCharacteristics } from './live-realty.ts'
import { realtyTypes } from './realty-types.ts'

type Group = keyof typeof characteristicGroups
type Lang = 'ru' | 'uk'

interface Combination {
  readonly category: number
  readonly type: number
  readonly operation: number
}

/** Groups of characteristics for GET /dom/options; none if the combination doesn't exist. */
export function optionGroups(
  { category, type, operation }: Combination,
  lang: Lang,
  live: boolean,
): object[] {
  const fits = realtyTypes.some((known) => known.id === type && known.category === category)
  const plain = (fits ? characteristicsOfType(category, operation, type) : undefined) ?? []
  const set = live ? liveCharacteristics(plain, category) : plain
  const groups = Map.groupBy(set, (characteristic) => characteristic.group)
  return [...groups]
    .sort(([a], [b]) => characteristicGroups[a].prio - characteristicGroups[b].prio)
    .map(([group, items]) => ({
      group_name: characteristicGroups[group].name[lang],
      group_prio: characteristicGroups[group].prio,
      items: items.map((item, place) => itemOf(item, group, (place + 1) * 10, lang)),
    }))
}

function itemOf(item: Characteristic, group: Group, prio: number, lang: Lang): object {
  const { name, prio: groupPrio } = characteristicGroups[group]
  return {
    characteristic_id: item.id,
    label: item.label[lang],
    label_uk: item.label.uk,
    name: item.label[lang],
    group_name: name[lang],
    group_name_uk: name.uk,
    group_prio: groupPrio,
    prio,
    type_on_add: item.input,
    type_on_search: item.input,
    data_type: item.float === true ? 'float' : 'int',
    required: item.required === true ? 1 : 0,
    characteristic_category: 'main',
    ...optional('field_name', item.field),
    ...optional('sufix', item.suffix),
    ...optional('default_value', item.defaultValue),
    ...optional('children', item.options && childrenOf(item.options, item.id, lang)),
    display_label_search: 1,
    display_label_add: 1,
    group_orientation_search: 'horisontal',
    group_orientation_add: 'horisontal',
    empty_value: 0,
    type: 'characteristic',
  }
}

const optional = (name: string, value: unknown): object => (value === undefined ? {} : { [name]: value })

const childrenOf = (
  options: NonNullable<Characteristic['options']>,
  characteristic: number,
  lang: Lang,
): object =>
  Object.fromEntries(
    options.map(([id, ru, uk], place) => [
      String(id),
      {
        characteristic_id: String(characteristic),
        name: lang === 'uk' ? uk : ru,
        name_uk: uk,
        prio: String(place + 1),
      },
    ]),
  )
