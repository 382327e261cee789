export const pageNames = [
  'today',
  'inventory',
  'edits',
  'new-advert',
  'imports',
  'review',
  'activity',
  'orders',
  'calls',
  'market',
  'realty',
  'settings',
  'notices',
  'guide',
  'welcome',
] as const
export type PageName = (typeof pageNames)[number]
export type RouteParams = Readonly<Record<string, string>>

export interface Route {
  readonly page: PageName
  readonly params: RouteParams
}

const isPage = (name: string): name is PageName => (pageNames as readonly string[]).includes(name)

/** `#/activity?batch=7` → the page and its parameters; anything else is Today. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const page = isPage(path) ? path : 'today'
  return { page, params: Object.fromEntries(new URLSearchParams(query)) }
}

export function formatRoute({ page, params }: Route): string {
  const query = new URLSearchParams(params).toString()
  return `#/${page}${query && `?${query}`}`
}

/** Router of the open page, kept in the address so that back and forward work and a reload opens the same page. */
export class Router {
  route = $state.raw<Route>(parseRoute(location.hash))
  /** Called before another entry is gone to: the open page may have something to write into its own. */
  leaving: (() => void) | undefined

  get page(): PageName {
    return this.route.page
  }

  get params(): RouteParams {
    return this.route.params
  }

  navigate(page: PageName, params: RouteParams = {}): void {
    this.leaving?.()
    location.hash = formatRoute({ page, params })
    this.route = { page, params }
  }

  /** The open page shows something else: an entry of its own that back leads away from, or another address of this one. */
  show(params: RouteParams, how: 'push' | 'replace'): void {
    const route = { page: this.page, params }
    history[`${how}State`](null, '', formatRoute(route))
    this.route = route
  }

  /** Goes to the entry before or after this one. @returns whether there is one */
  step(by: -1 | 1): boolean {
    this.leaving?.()
    const to = navigation.entries()[(navigation.currentEntry?.index ?? 0) + by]
    // What stands in for a page that ended is no page of ours.
    if (!to?.url || new URL(to.url).pathname !== location.pathname) return false
    history.go(by)
    return true
  }

  /** Follows the address; returns the function that stops it. */
  follow(): () => void {
    const read = (): void => {
      this.route = parseRoute(location.hash)
    }
    // At once, not with the event that follows: what is typed next is for the page that was gone to.
    const go = (event: MouseEvent): void => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href^="#"]')
      if (!link) return
      event.preventDefault()
      const { page, params } = parseRoute(link.hash)
      this.navigate(page, params)
    }
    addEventListener('hashchange', read)
    addEventListener('click', go)
    return () => {
      removeEventListener('hashchange', read)
      removeEventListener('click', go)
    }
  }
}
