import type { PageName, Router } from './router.svelte.ts'

/**
 * Parameter that a page acts on once: it leaves the address, so that a later visit finds the page's present state.
 * Undefined if the address has none, or is already that of another page.
 */
export function takenParam(
  router: Pick<Router, 'page' | 'params' | 'show'>,
  page: PageName,
  name: string,
): string | undefined {
  if (router.page !== page) return undefined
  const { [name]: value, ...others } = router.params
  if (value !== undefined) router.show(others, 'replace')
  return value
}
