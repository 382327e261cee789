/** The tables of service-api.md as data: field names by the type that the contract gives them. */
type Fields = Readonly<Record<string, string>>

const typed = (type: string, names: string): [string, string][] =>
  names.split(/[\s,]+/).map((name) => [name, type])

export const vehicleFields: Fields = Object.fromEntries([
  ...typed(
    'integer',
    'userId chipsCount exchangeTypeId USD UAH EUR partnerId markId modelId dontComment sendComments isLeasing',
  ),
  ...typed(
    'string',
    'locationCityName exchangeType addDate updateDate expireDate markName modelName linkToView title infoBarText',
  ),
  ...typed(
    'boolean',
    'auctionPossible exchangePossible realtyExchange userHideADSStatus isAutoAddedByPartner canSetSpecificPhoneToAdvert withInfoBar',
  ),
  ...typed('object', 'userPhoneData levelData autoData photoData stateData oldTop checkedVin dealer'),
  ...typed('array', 'badges optionStyles'),
])

/** What stands inside the objects of a vehicle advert. */
export const vehicleObjects: Readonly<Record<string, Fields>> = {
  userPhoneData: Object.fromEntries(typed('string', 'phoneId phone')),
  levelData: Object.fromEntries([
    ...typed('integer', 'level label'),
    ...typed('string', 'hotType expireDate'),
  ]),
  autoData: Object.fromEntries([
    ...typed('string', 'description version race fuelName gearboxName mainCurrency'),
    ...typed('boolean', 'onModeration withVideo isSold fromArchive'),
    ...typed('integer', 'year autoId statusId raceInt categoryId custom'),
  ]),
  photoData: Object.fromEntries([
    ...typed('integer', 'count'),
    ...typed('string', 'seoLinkM seoLinkSX seoLinkB seoLinkF'),
  ]),
  stateData: Object.fromEntries([
    ...typed('string', 'name regionName linkToCatalog title'),
    ...typed('integer', 'stateId'),
  ]),
  oldTop: Object.fromEntries([...typed('boolean', 'isActive'), ...typed('string', 'expireDate')]),
  checkedVin: Object.fromEntries([
    ...typed('boolean', 'isShow hasRestrictions isChecked'),
    ...typed('string', 'linkToReport checkDate'),
  ]),
  dealer: Object.fromEntries([
    ...typed('string', 'link logo type name'),
    ...typed('integer', 'id packageId typeId'),
  ]),
}

export const realtyFields: Fields = Object.fromEntries([
  ...typed(
    'string',
    `street_name, metro_station_id, type, state_name, beautiful_url, district_type_name, description, description_uk,
    currency_type, longitude, latitude, inspected_at, levels_expired, is_exchange, district_id, metro_station_name,
    wall_type, publishing_date, youtube_link, price_type, main_photo, realty_type_name, building_number_str, city_name,
    _id, created_at, date_end, district_name, advert_type_name, realty_type_parent_name`,
  ),
  ...typed(
    'integer',
    `rooms_count, advert_title, is_commercial, street_id, state_id, levels, exchange_required_type,
    advert_publish_type, district_type_id, inspected, is_bargain, price, floor, price_total, price_item,
    metro_station_brunch, realty_type_parent_id, living_square_meters, realty_type_id, user_ip, city_id, floors_count,
    user_id, kitchen_square_meters, user_package_id, total_square_meters, realty_id, realty_sale_type, advert_type_id,
    is_show_building_no, with_panoramas`,
  ),
  ...typed('object', 'characteristics_values photos user priceArr'),
])

export const realtyObjects: Readonly<Record<string, Fields>> = {
  user: Object.fromEntries(typed('string', 'name image good_partner_top')),
  priceArr: Object.fromEntries(typed('string', '1 2 3')),
}

export const characteristicFields: Fields = Object.fromEntries([
  ...typed(
    'integer',
    'characteristic_id group_prio prio required display_label_search display_label_add empty_value',
  ),
  ...typed(
    'string',
    'label label_uk name group_name group_name_uk type_on_add type_on_search data_type characteristic_category',
  ),
  ...typed('string', 'group_orientation_search group_orientation_add type'),
])
export const optionalCharacteristicFields: Fields = Object.fromEntries([
  ...typed('string', 'field_name sufix default_value'),
  ...typed('object', 'children'),
])
export const childFields: Fields = Object.fromEntries(typed('string', 'characteristic_id name name_uk prio'))

/** "Options seen for a characteristic": by characteristic, the ids of its options. */
export const optionIds: Readonly<Record<string, readonly number[]>> = {
  '242': [239, 240, 241],
  '226': [223, 224, 225],
  '265': [257, 258, 259, 260, 261, 262, 263, 264],
  '1437': [1434, 1435, 1436, 1473, 1506],
}
export const otherCharacteristics = [209, 215, 216, 218, 219, 234, 273, 1011, 1464, 274, 443, 149] as const
