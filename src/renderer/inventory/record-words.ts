import type { RecordGroup } from '#shared/inventory/inventory-calls.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { isServiceTime } from '#shared/time/service-time.ts'
import { formatDateTime } from '../ui/format.ts'
import { groupWords } from './advert-words.ts'

/** Fields whose meaning the contract doesn't give: they are shown by its names of them. */
const unexplained: Readonly<Record<string, () => string>> = {
  chipsCount: () => 'chipsCount',
  dontComment: () => 'dontComment',
  sendComments: () => 'sendComments',
  isAutoAddedByPartner: () => 'isAutoAddedByPartner',
  'autoData.custom': () => 'custom',
  'autoData.statusId': () => 'statusId',
  'autoData.raceInt': () => 'raceInt',
  'autoData.fromArchive': () => 'fromArchive',
}

/** The contract's fields of a record in plain words, by their path. */
const fieldNames: Readonly<Record<string, () => string>> = {
  ...unexplained,
  userId: m.search_seller,
  locationCityName: m.word_city,
  auctionPossible: m.record_auction_possible,
  exchangePossible: m.word_exchange,
  realtyExchange: m.record_realty_exchange,
  exchangeType: m.record_exchange_type,
  exchangeTypeId: m.record_exchange_type_id,
  addDate: m.word_added,
  updateDate: m.word_updated,
  expireDate: m.word_expires,
  userHideADSStatus: m.record_user_hide_adsstatus,
  USD: m.record_usd,
  UAH: m.record_uah,
  EUR: m.record_eur,
  partnerId: m.record_partner_id,
  markName: m.word_make,
  markId: m.word_make_id,
  modelName: m.word_model,
  modelId: m.word_model_id,
  linkToView: m.record_link_to_view,
  title: m.record_title,
  canSetSpecificPhoneToAdvert: m.record_can_set_specific_phone_to_advert,
  badges: m.record_badges,
  isLeasing: m.record_is_leasing,
  withInfoBar: m.record_with_info_bar,
  infoBarText: m.record_info_bar_text,
  optionStyles: m.record_option_styles,
  VIN: m.record_vin,
  'autoData.description': m.word_description,
  'autoData.version': m.word_version,
  'autoData.onModeration': m.word_in_moderation,
  'autoData.year': m.word_year,
  'autoData.autoId': m.word_advert_id,
  'autoData.withVideo': m.record_auto_data_with_video,
  'autoData.race': m.word_mileage,
  'autoData.fuelName': m.word_fuel,
  'autoData.gearboxName': m.word_gearbox,
  'autoData.isSold': m.record_auto_data_is_sold,
  'autoData.mainCurrency': m.record_auto_data_main_currency,
  'autoData.categoryId': m.word_category_id,
  'photoData.count': m.word_number_of_photos,
  'photoData.seoLinkM': m.record_photo_data_seo_link_m,
  'photoData.seoLinkSX': m.record_photo_data_seo_link_sx,
  'photoData.seoLinkB': m.record_photo_data_seo_link_b,
  'photoData.seoLinkF': m.record_photo_data_seo_link_f,
  'stateData.name': m.word_city,
  'stateData.regionName': m.word_region,
  'stateData.linkToCatalog': m.record_state_data_link_to_catalog,
  'stateData.title': m.record_state_data_title,
  'stateData.stateId': m.word_city_id,
  'levelData.level': m.record_level_data_level,
  'levelData.label': m.record_level_data_label,
  'levelData.hotType': m.record_level_data_hot_type,
  'levelData.expireDate': m.record_level_data_expire_date,
  'dealer.link': m.record_link_to_view,
  'dealer.logo': m.record_dealer_logo,
  'dealer.type': m.word_type,
  'dealer.id': m.record_dealer_id,
  'dealer.name': m.word_name,
  'dealer.packageId': m.record_dealer_package_id,
  'dealer.typeId': m.record_dealer_type_id,
  'checkedVin.isShow': m.record_checked_vin_is_show,
  'checkedVin.linkToReport': m.record_checked_vin_link_to_report,
  'checkedVin.hasRestrictions': m.record_checked_vin_has_restrictions,
  'checkedVin.checkDate': m.record_checked_vin_check_date,
  'checkedVin.isChecked': m.record_checked_vin_is_checked,
  'userPhoneData.phoneId': m.record_user_phone_data_phone_id,
  'userPhoneData.phone': m.word_phone,
  'oldTop.isActive': m.record_old_top_is_active,
  'oldTop.expireDate': m.record_old_top_expire_date,
}

export interface ShownField {
  /** The contract's name, with its group: unique in a record. */
  readonly path: string
  readonly label: string
  readonly value: string
}
export interface ShownGroup {
  readonly name: string
  readonly label: string
  readonly fields: readonly ShownField[]
}

/** Numbers of the service, addresses of what the pane shows anyway, and what only the service can explain. */
const isTechnical = (path: string): boolean =>
  /(?:^|\.)id$|Id$|seoLink|logo$|^stateData\.(?:linkToCatalog|title)$/.test(path) ||
  Object.hasOwn(unexplained, path) ||
  !Object.hasOwn(fieldNames, path)

const pathOf = (group: string, field: string): string => (group === 'advert' ? field : `${group}.${field}`)

const empty = new Set(['', '[]', '{}'])

/** A time of the service by the window's clock, like every other one on the screen. */
const timeWords = (value: string): string => (isServiceTime(value) ? formatDateTime(value) : value)

const valueWords = (value: string): string =>
  value === 'true' ? m.word_yes() : value === 'false' ? m.word_no() : timeWords(value)

/**
 * Every field of a record in named groups with plain labels, in the record's order. Ids, empty fields and those without
 * a label are apart from what a dealer reads, if need be under the service's name.
 */
export function shownGroups(groups: readonly RecordGroup[]): {
  readonly groups: readonly ShownGroup[]
  readonly technical: readonly ShownField[]
  readonly empty: readonly ShownField[]
} {
  const all = groups.map(({ name, fields }) => ({
    name,
    fields: fields.map((field) => {
      const path = pathOf(name, field.name)
      return { path, label: fieldNames[path]?.() ?? path, value: valueWords(field.value) }
    }),
  }))
  const filled = ({ value }: ShownField): boolean => !empty.has(value)
  const flat = all.flatMap(({ fields }) => fields)
  const named = all.map(({ name, fields }) => ({
    name,
    label: groupWords(name),
    fields: fields.filter((field) => filled(field) && !isTechnical(field.path)),
  }))
  return {
    groups: named.filter(({ fields }) => fields.length > 0),
    technical: flat.filter((field) => filled(field) && isTechnical(field.path)),
    empty: flat.filter((field) => !filled(field)),
  }
}
