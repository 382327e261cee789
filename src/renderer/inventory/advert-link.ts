import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { AdvertDetail } from '#shared/inventory/inventory-calls.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { MenuItem } from '../ui/menu-item.ts'
import { copyText } from '../ui/copy-text.ts'
import type { Toasts } from '../ui/toasts.svelte.ts'

/** The page of an advert as the service names it, which may lack the site. */
export const linkOf = (detail: AdvertDetail | null | undefined): string | undefined =>
  detail?.groups.find(({ name }) => name === 'advert')?.fields.find(({ name }) => name === 'linkToView')
    ?.value

/** The whole address of the page; null if the service names it without the site, and that is not known. */
export function wholeAddress(link: string | undefined, site: string): string | null {
  const url = link === undefined ? null : URL.parse(link, site === '' ? undefined : site)
  return url?.protocol === 'https:' ? url.href : null
}

interface LinkParts {
  readonly client: Client<Calls>
  readonly toasts: Toasts
  /** An address of the site, '' as long as none is known. */
  readonly site: string
}

/**
 * Menu items for the page of one advert.
 * @param id undefined if not just one is selected
 */
export function linkItems(id: () => number | undefined, isOne: boolean, parts: LinkParts): MenuItem[] {
  return [
    { label: m.word_open_on_the_site(), disabled: !isOne, run: () => void use(id(), parts, 'open') },
    { label: m.inventory_copy_link(), disabled: !isOne, run: () => void use(id(), parts, 'copy') },
  ]
}

async function use(
  id: number | undefined,
  { client, toasts, site }: LinkParts,
  what: 'open' | 'copy',
): Promise<void> {
  if (id === undefined) return
  const reply = await client('inventory:detail', { id })
  if (!reply.ok) {
    toasts.show(reply.failure.words, { tone: 'conflict' })
    return
  }
  const link = linkOf(reply.value)
  const address = wholeAddress(link, site)
  if (link === undefined) toasts.show(m.record_no_link())
  else if (what === 'copy') await copyText(toasts, address ?? link)
  else if (address === null) toasts.show(m.record_no_site())
  else window.open(address)
}
