import { m } from '#shared/i18n/generated/messages.js'

/** A value of a parameter of real estate, with its name. */
export interface RealtyKind {
  readonly id: number
  readonly name: () => string
}

/** Categories, as the service's own pages have them; the contract names none. Another number can be used all the same. */
export const realtyCategories: readonly RealtyKind[] = [
  { id: 1, name: m.realty_category_homes },
  { id: 4, name: m.realty_category_houses },
  { id: 10, name: m.realty_category_commercial },
  { id: 24, name: m.realty_category_land },
  { id: 30, name: m.realty_category_garages },
]

/** Types of real estate, each of a category. */
export const realtyTypes: readonly (RealtyKind & { readonly category: number })[] = [
  { id: 2, category: 1, name: m.realty_type_flat },
  { id: 3, category: 1, name: m.realty_type_room },
  { id: 5, category: 4, name: m.realty_type_house },
  { id: 6, category: 4, name: m.realty_type_house_part },
  { id: 11, category: 10, name: m.realty_type_office },
  { id: 14, category: 10, name: m.realty_type_shop },
  { id: 25, category: 24, name: m.realty_type_plot },
  { id: 31, category: 30, name: m.realty_type_box },
]

export const realtyOperations: readonly RealtyKind[] = [
  { id: 1, name: m.realty_operation_sale },
  { id: 3, name: m.realty_operation_rent },
]
