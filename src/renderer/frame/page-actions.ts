import { m } from '#shared/i18n/generated/messages.js'
import { keysOf } from '#shared/settings/command-keys.ts'
import { batchTitle } from '../batch/batch-title.ts'
import type { BatchListState } from '../batch/batch-list-state.svelte.ts'
import { nextStep } from '../batch/next-step.ts'
import { templateItems, templateWords } from '../batch/template-items.ts'
import { chapterNames, guideTitles } from '../guide/guide-titles.ts'
import { openImport } from '../import/import-of.svelte.ts'
import type { ImportState } from '../import/import-state.svelte.ts'
import type { OpenImports } from '../import/open-imports.svelte.ts'
import type { Action } from '../ui/actions.svelte.ts'
import type { AppContext } from '../ui/app-context.ts'
import { isApple } from '../ui/shown-keys.ts'
import type { PageName } from '../ui/router.svelte.ts'
import { updatesOf, type UpdatesState } from '../updates/updates-state.svelte.ts'
import { shownEntries } from './page-words.ts'

export { openedOf } from './opened.svelte.ts'
export { PaletteAdverts } from './palette-adverts.svelte.ts'

interface PageAction {
  readonly page: PageName
  /** The action's id on its page. */
  readonly id: string
  readonly label: () => string
}

/** Actions of pages while they are open; the palette offers them on every other page. */
const pageActions: readonly PageAction[] = [
  { page: 'inventory', id: 'export', label: m.word_export },
  { page: 'inventory', id: 'print', label: m.word_print_the_list },
  { page: 'inventory', id: 'colour-rules', label: m.rules_title },
  { page: 'inventory', id: 'add-ids', label: m.inventory_add_ids },
  { page: 'inventory', id: 'view-save', label: m.views_save },
  { page: 'inventory', id: 'positions', label: m.search_position_bulk },
  { page: 'imports', id: 'feed-add', label: m.feeds_add },
  ...templateItems.map((item) => ({
    page: 'imports' as const,
    id: item.id,
    label: () => templateWords(item),
  })),
  { page: 'orders', id: 'refresh', label: m.word_refresh },
  { page: 'orders', id: 'export', label: m.word_export_csv },
  { page: 'orders', id: 'print', label: m.word_print_the_list },
  { page: 'orders', id: 'charts', label: m.orders_chart_show },
  { page: 'calls', id: 'refresh', label: m.calls_read },
  { page: 'market', id: 'save-search', label: m.search_save_title },
  { page: 'settings', id: 'account-add', label: m.accounts_page_add },
]

/** Files and batches that wait for a person. */
interface Waiting {
  readonly imports: Pick<OpenImports<ImportState>, 'files'>
  readonly batches: Pick<BatchListState, 'own'>
}

/**
 * Actions of closed pages, each of which opens its page first, the waiting files and batches, and the chapters of the
 * guide. Their words are those of all pages: they are loaded after the window is drawn.
 */
export const elsewhereActions = (
  app: AppContext,
  waiting: Waiting,
  updates: Pick<UpdatesState, 'current' | 'check'> = updatesOf(app),
): Action[] => [
  ...openFiles(app, waiting),
  ...waitingBatches(app, waiting),
  ...ofPages(app),
  ...steps(app),
  ...ofTheApp(app, updates),
  ...chapterNames.map((chapter) => ({
    id: `guide-${chapter}`,
    section: 'elsewhere' as const,
    label: m.app_on_page({ page: m.guide_title(), action: guideTitles[chapter]() }),
    run: () => app.router.navigate('guide', { chapter }),
  })),
]

/** Files and batches that are offered of each: the others are found on their page. */
const mostOffered = 5

/** The files that are open in the wizard, but for the one that is shown. */
function openFiles(app: AppContext, { imports }: Waiting): Action[] {
  return imports.files
    .filter(({ id }) => id !== app.router.params.file)
    .slice(-mostOffered)
    .map((open, place) => ({
      id: `import-${place}`,
      label: m.app_on_page({
        page: pageName('imports'),
        action: m.batch_page_go_on({ file: open.wizard.fileName }),
      }),
      section: 'elsewhere',
      run: () => openImport(app, open),
    }))
}

/** The batches that want a person, the newest first, each with what it wants. */
const waitingBatches = ({ router }: AppContext, { batches }: Waiting): Action[] =>
  batches.own
    .filter(({ id }) => id !== router.params.batch)
    .flatMap((batch) => {
      const next = nextStep(batch)
      return next ? [{ batch, next }] : []
    })
    .slice(0, mostOffered)
    .map(({ batch, next }) => ({
      id: `batch-${batch.id}`,
      label: onActivity(`${next.label} · ${batchTitle(batch)}`),
      section: 'elsewhere',
      run: () => router.navigate('activity', { batch: batch.id, ...(next.rows && { rows: next.rows }) }),
    }))

const onActivity = (action: string): string => m.app_on_page({ page: pageName('activity'), action })

const steps = ({ router }: Pick<AppContext, 'router'>): Action[] => [
  {
    id: 'back',
    section: 'window',
    label: m.keys_back(),
    keys: keysOf('back', isApple()),
    run: () => router.step(-1),
  },
  {
    id: 'forward',
    section: 'window',
    label: m.keys_forward(),
    keys: keysOf('forward', isApple()),
    run: () => router.step(1),
  },
]

/** Actions of the help about the app itself; its own page does it there. */
const ofTheApp = (
  { router, actions, client }: AppContext,
  updates: Pick<UpdatesState, 'current' | 'check'>,
): Action[] => {
  const toAbout = (): void => router.navigate('settings', { part: 'about' })
  const about: Action = { id: 'about', section: 'window', label: m.menu_about(), run: toAbout }
  const log: Action = {
    id: 'show-log',
    section: 'window',
    label: m.menu_show_log(),
    run: () => client('support:show-log', null),
  }
  const file: Action = {
    id: 'support-file',
    section: 'window',
    label: m.menu_support_file(),
    run: () => {
      toAbout()
      actions.runOnPage('settings', 'support-file')
    },
  }
  const check: Action = {
    id: 'check-updates',
    section: 'window',
    label: m.menu_check_updates(),
    run: () => {
      router.navigate('settings', { part: 'updates' })
      if (updates.current?.off === null) updates.check()
    },
  }
  return [
    ...(router.page === 'settings' ? [about, log] : [about, log, file]),
    ...(updates.current ? [check] : []),
  ]
}

const ofPages = ({ router, actions }: AppContext): Action[] =>
  pageActions
    .filter(({ page }) => page !== router.page)
    .map(({ page, id, label }) => ({
      id: `${page}:${id}`,
      label: m.app_on_page({ page: pageName(page), action: label() }),
      section: 'elsewhere',
      run: () => {
        router.navigate(page)
        actions.runOnPage(page, id)
      },
    }))

const pageName = (page: PageName): string =>
  shownEntries(true)
    .find((entry) => entry.page === page)
    ?.label() ?? ''

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
