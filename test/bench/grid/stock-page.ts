import { unknownCells } from '#shared/inventory/column-lists.ts'
import { flushSync, mount, unmount } from 'svelte'
import type { AdvertRow } from '../../../src/shared/inventory/advert.ts'
import type { StagedCell } from '../../../src/shared/staged/staged-edit.ts'
import type { AdvertEdits } from '../../../src/renderer/inventory/advert-edits.ts'
import { Actions } from '../../../src/renderer/ui/actions.svelte.ts'
import type { AppContext } from '../../../src/renderer/ui/app-context.ts'
import { Router } from '../../../src/renderer/ui/router.svelte.ts'
import { SearchBox } from '../../../src/renderer/ui/search-box.svelte.ts'
import { Toasts } from '../../../src/renderer/ui/toasts.svelte.ts'
import { applyLocale } from '../../../src/shared/i18n/locale.ts'
import StockPage from './StockPage.svelte'
import type { BareShape } from './bare-list.ts'
import type { BenchRow } from './rows.ts'

const cent = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
const states = ['live', 'sold', 'moderation', 'archive'] as const

/** Selects the cells of three rows by the keys, as a person does, and leaves the editor of one of them open. */
export function selectRows(page: HTMLElement): void {
  const scroller = page.querySelector<HTMLElement>('.scroller')
  const press = (key: string, shiftKey = false): void =>
    void scroller?.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true }))
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight']) press(key)
  press('ArrowDown', true)
  press('ArrowDown', true)
  press('F2')
  flushSync()
  if (!page.querySelector('.framed')) throw new Error('no cells are selected')
  if (!page.querySelector('.editor')) throw new Error('no cell is edited')
}

/** What the page's grid shows beside its pane; taken from the page when it is mounted first. */
export let stockShape: BareShape = { widths: [], width: '0', height: '0' }

/** To be called when the page shows its rows. */
export function measureStock(page: HTMLElement): void {
  const scroller = page.querySelector<HTMLElement>('.scroller')
  const cells = [...(page.querySelector('.row')?.querySelectorAll<HTMLElement>('.cell') ?? [])]
  stockShape = {
    widths: cells.map(({ style }) => parseFloat(style.width)),
    width: `${scroller?.clientWidth ?? 0}px`,
    height: `${(scroller?.clientHeight ?? 0) - 32}px`,
  }
}

/** Every tenth price was edited. */
const editOf = (sum: number): StagedCell => ({
  field: 'price',
  value: sum - 50,
  currency: 1,
  seen: sum,
  seenCurrency: 1,
  state: 'ready',
})

/** Cells can be edited; where the edits go takes no time. */
const edits: AdvertEdits = {
  onChanged: () => () => undefined,
  put: () => Promise.resolve(undefined),
  refusedText: () => undefined,
  forgetRefused: () => undefined,
  sayRefused: () => undefined,
  paste: () => Promise.resolve(),
  tooMany: () => undefined,
  unread: () => undefined,
  drop: () => Promise.resolve(),
  undo: () => Promise.resolve(),
  redo: () => Promise.resolve(),
}

function advertOf({ id, cells }: BenchRow): AdvertRow {
  const sum = Number(cells[6]?.replaceAll(',', ''))
  return {
    ...unknownCells,
    id,
    title: cells[0] ?? '',
    makeId: 1,
    make: cells[2] ?? '',
    modelId: 2,
    model: cells[3] ?? '',
    version: '2.0 TDI',
    year: Number(cells[4]),
    mileage: id % 280,
    usd: sum,
    eur: Math.round(sum * 0.92),
    uah: sum * 41,
    mainCurrency: 'USD',
    city: cells[9] ?? '',
    state: states[id % 4] ?? 'live',
    addedAt: '2026-01-01 10:00:00',
    updatedAt: `${cells[11] ?? ''}:00`,
    expiresAt: '2027-01-01 10:00:00',
    photo: `${cent}#${id}`,
    readAt: '2026-11-01T10:00:00.000Z',
    pending: id % 50 === 0,
    ...(id % 10 === 0 && { edits: [editOf(sum)] }),
  }
}

/** Main as the page meets it: it has every row at hand. */
function mainOf(rows: readonly BenchRow[]): AppContext['client'] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const sync = {
    syncedAt: '2026-11-01T10:00:00.000Z',
    running: null,
    failure: null,
    unread: null,
    adverts: rows.length,
    list: null,
    source: 'own-list',
  }
  const rowsOf = (ids: readonly number[]): AdvertRow[] =>
    ids.flatMap((id) => {
      const row = byId.get(id)
      return row ? [advertOf(row)] : []
    })
  const answers: Readonly<Record<string, (asked: never) => unknown>> = {
    'inventory:ids': ({ shown }: { shown: { first: number; end: number } }) => ({
      ids: Float64Array.from(rows, ({ id }) => id),
      rows: rows.slice(shown.first, shown.end).map(advertOf),
    }),
    'inventory:rows': ({ ids }: { ids: readonly number[] }) => rowsOf(ids),
    'inventory:sync-state': () => sync,
    'inventory:detail': ({ id }: { id: number }) => ({
      row: rowsOf([id])[0],
      description: 'Опис авто',
      photos: [],
      groups: [],
      written: {},
      history: [],
    }),
  }
  return ((name: string, asked: never) =>
    Promise.resolve({ ok: true, value: answers[name]?.(asked) ?? null })) as AppContext['client']
}

/** The inventory as the window has it: photos, states, edits, the pane of an advert, and rows that come from main. */
export function mountStockPage(target: HTMLElement, rows: readonly BenchRow[]): () => void {
  applyLocale('en')
  location.hash = `#/inventory?id=${rows[0]?.id ?? 0}`
  const app: AppContext = {
    client: mainOf(rows),
    on: () => () => undefined,
    toasts: new Toasts(),
    router: new Router(),
    actions: new Actions(),
    search: new SearchBox(),
  }
  const page = mount(StockPage, { target, props: { app, edits } })
  return () => void unmount(page)
}
