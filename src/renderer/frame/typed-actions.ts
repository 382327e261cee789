import { m } from '#shared/i18n/generated/messages.js'
import type { Action } from '../ui/actions.svelte.ts'
import type { AppContext } from '../ui/app-context.ts'

const digits = /^\d{2,15}$/
/** An id of real estate as the service's catalog of both writes it. */
const realtyId = /^realty-(\d{1,15})$/i
/** Ids of adverts have this many digits at least. */
const shortestId = 6

type Routed = Pick<AppContext, 'router'>

/**
 * Actions for the words typed into the palette. Digits are the start of the id of a saved advert, or a whole id,
 * perhaps of another seller's advert: it is looked up at the service.
 * @param realty whether the page of real estate is shown
 */
export function typedActions({ router }: Routed, typed: string, realty: boolean): Action[] {
  const text = typed.trim()
  const [, record] = realtyId.exec(text) ?? []
  if (record !== undefined)
    return realty
      ? [
          {
            id: 'look-up-realty',
            label: m.app_look_up_realty({ digits: record }),
            run: () => router.navigate('realty', { look: record }),
          },
        ]
      : []
  if (!digits.test(text)) return []
  const find = {
    id: 'go-to-ids',
    label: m.app_go_to_ids({ digits: text }),
    run: () => router.navigate('inventory', { text }),
  }
  if (text.length < shortestId) return [find]
  return [
    {
      id: 'go-to-id',
      label: `${m.word_open_the_advert()} ${text}`,
      run: () => router.navigate('inventory', { id: text }),
    },
    find,
    {
      id: 'look-up',
      label: m.app_look_up({ digits: text }),
      run: () => router.navigate('market', { look: text }),
    },
  ]
}
