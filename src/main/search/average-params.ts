import type { Params } from '../service/params.ts'

/** Names of the search's filters in GET /auto/average_price; it knows no others (docs/service/lookups.md). */
const names: Readonly<Record<string, string>> = {
  'marka_id[0]': 'marka_id',
  'model_id[0]': 'model_id',
  's_yers[0]': 'yers',
  'po_yers[0]': 'yers',
  'type[0]': 'fuel_id',
  'gearbox[0]': 'gear_id',
}

/** The filters of a search as far as the average price takes them. */
export const averageParams = (params: Params): Params =>
  params.flatMap(([name, value]) => {
    const other = names[name]
    return other === undefined ? [] : [[other, value] as const]
  })
