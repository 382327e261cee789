import { untrack } from 'svelte'
import type { Opened } from '#shared/settings/app-calls.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { importsOf, takeFiles } from '../import/import-of.svelte.ts'
import type { AppContext } from '../ui/app-context.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import { linkScheme, longestLink } from '#shared/settings/app-link.ts'
import type { PageName, Route } from '../ui/router.svelte.ts'

/** Letters of an address that a message has room for. */
const shownLetters = 80

/**
 * Opens what the system hands to the window: each file in its own wizard, an address on its page. What can't be opened is said.
 * Nothing is taken before an account is known, whose files they will be.
 */
export const openedOf = perWindow((app) => {
  const imports = importsOf(app)
  const take = async (): Promise<void> => {
    if (imports.accountId === '') return
    const reply = await app.client('app:take-opened', null)
    if (reply.ok) open(app, reply.value)
    else refuse(app, `${reply.failure.words} ${reply.failure.next}`)
  }
  app.on('app:opened', () => void take())
  $effect(() => {
    if (imports.accountId !== '') untrack(() => void take())
  })
  return { take }
})

function open(app: AppContext, opened: readonly Opened[]): void {
  const files = opened.filter((each) => each.kind === 'file')
  if (files.length > 0) takeFiles(app, files, (wizard, file) => wizard.takeBegun(file))
  for (const each of opened) {
    if (each.kind === 'link') follow(app, each.address)
    if (each.kind === 'failed') refuse(app, `${each.failure.words} ${each.failure.next}`)
  }
}

function follow(app: AppContext, address: string): void {
  const route = readAppLink(address)
  if (route) app.router.navigate(route.page, route.params)
  else refuse(app, m.app_link_unknown({ address: cut(address) }))
}

const refuse = (app: AppContext, words: string): void => app.toasts.show(words, { tone: 'conflict' })

const cut = (text: string): string => (text.length > shownLetters ? `${text.slice(0, shownLetters)}…` : text)

/**
 * Pages that an address from outside may open, each with the parameters that choose what it shows. None of them acts:
 * they fill no form, open no file and make no search.
 */
const openable: Partial<Record<PageName, readonly string[]>> = {
  today: [],
  inventory: ['id', 'text', 'list', 'view'],
  edits: [],
  imports: [],
  activity: ['batch', 'kind', 'rows'],
  orders: [],
  calls: ['show'],
  market: [],
  realty: [],
  settings: [],
  notices: [],
  guide: ['chapter'],
}

const form = new RegExp(`^${linkScheme}:(?://)?([a-z-]+)/?(?:\\?(.*))?$`, 'i')

/** `forecourt:inventory?id=5` → the page and its parameters; null for an address that leads nowhere. */
export function readAppLink(address: string): Route | null {
  if (address.length > longestLink) return null
  const [, name = '', query = ''] = form.exec(address) ?? []
  const page = name.toLowerCase() as PageName
  const known = Object.hasOwn(openable, page) ? openable[page] : undefined
  const params = Object.fromEntries(new URLSearchParams(query))
  return known && Object.keys(params).every((param) => known.includes(param)) ? { page, params } : null
}
