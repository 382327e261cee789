import { m } from '#shared/i18n/generated/messages.js'
import { lowered } from '#shared/i18n/locale.ts'
import type { NamedParameter } from '../service/named-parameter.ts'

const named = (name: string, meaning: () => string): NamedParameter => ({ name, meaning })

/** Parameters of GET /auto/search by the contract (docs/service/openapi.yaml). */
export const searchParameters: readonly NamedParameter[] = [
  named('category_id', m.search_param_category_id),
  named('bodystyle[<n>]', m.search_param_bodystyle),
  named('brandOrigin[<n>]', m.search_param_brand_origin),
  named('marka_id[<n>]', m.search_param_marka_id),
  named('model_id[<n>]', m.search_param_model_id),
  named('s_yers[<n>]', m.search_param_s_yers),
  named('po_yers[<n>]', m.search_param_po_yers),
  named('price_ot', m.search_param_price_ot),
  named('price_do', m.search_param_price_do),
  named('currency', m.search_param_currency),
  named('auctionPossible', () => `1: ${lowered(m.search_bargain())}`),
  named('with_real_exchange', () => `1: ${lowered(m.search_with_real_exchange())}`),
  named('with_exchange', () => `1: ${lowered(m.search_with_exchange())}`),
  named('exchange_filter[marka_id]', m.search_param_exchange_make),
  named('exchange_filter[model_id]', m.search_param_exchange_model),
  named('state[<n>]', m.search_param_state),
  named('city[<n>]', m.search_param_city),
  named('abroad', m.search_param_abroad),
  named('custom', m.search_param_custom),
  named('auto_options[<id>]', m.search_param_options),
  named('type[<n>]', m.search_param_type),
  named('gearbox[<n>]', m.search_param_gearbox),
  named('engineVolumeFrom', m.search_param_volume_from),
  named('engineVolumeTo', m.search_param_volume_to),
  named('powerFrom', m.search_param_power_from),
  named('powerTo', m.search_param_power_to),
  named('power_name', m.search_param_power_name),
  named('with_photo', m.search_param_with_photo),
  named('countpage', m.search_param_countpage),
  named('page', m.help_page),
]

/** Parameters of GET /auto/search that were seen, and are not promised (docs/service/practice.md). */
export const searchParametersOfPractice: readonly NamedParameter[] = [
  named('order_by', m.search_param_order_by),
  named('raceFrom', m.search_param_race_from),
  named('raceTo', m.search_param_race_to),
  named('status_id', () => `0: ${lowered(m.search_status())}`),
  named('user_id', m.search_param_user_id),
  named('top', m.search_param_top),
  named('created_after', m.search_param_created_after),
  named('created_before', m.search_param_created_before),
  named('lang_id', m.search_param_lang_id),
]
