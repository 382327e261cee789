import { m } from '#shared/i18n/generated/messages.js'
import type { Action, ActionSection } from '../ui/actions.svelte.ts'
import { computeCommandScore } from 'bits-ui'
import { loadLook, saveLook } from '../ui/saved-look.ts'

/** A name in which a word of what was typed is further apart than this is none that was meant. */
const leastOfWord = 0.09

/**
 * Match of a name and what was typed, 0 to 1; 0 if it doesn't. Each word must be in it, in any order, by its letters or
 * with one omitted or two swapped: “imprt file” finds “Import a file”.
 */
function paletteScore(name: string, typed: string): number {
  const words = typed.split(/\s+/).filter(Boolean)
  const scores = words.map((word) => computeCommandScore(name, word))
  if (scores.some((score) => score < leastOfWord)) return 0
  const apart = scores.reduce((product, score) => product * score, 1)
  return Math.max(apart, computeCommandScore(name, typed.trim()))
}

export interface PaletteSection {
  readonly id: string
  readonly title: string
  readonly actions: readonly Action[]
}

interface Offered {
  /** Actions of the page and the window. Of two actions with one id the page's own, the later, wins. */
  readonly actions: readonly Action[]
  readonly text: string
  /** Ids of what was run last, the latest first. */
  readonly recent: readonly string[]
  /** Actions for the typed text, such as the advert of an id. */
  readonly asked: readonly Action[]
  /** Adverts that the typed words find. */
  readonly adverts: readonly Action[]
}

const titles: Readonly<Record<'page' | ActionSection, () => string>> = {
  page: m.app_palette_page,
  pages: m.app_palette_pages,
  elsewhere: m.app_palette_elsewhere,
  columns: m.app_palette_columns,
  window: m.word_everywhere,
}
const sectionNames = Object.keys(titles) as (keyof typeof titles)[]

/** Weight of a kind: actions at hand come first among what fits as well. */
const nearness: Partial<Readonly<Record<keyof typeof titles, number>>> = { elsewhere: 0.8, columns: 0.9 }

/** Weight of a recent action: it comes first among what fits as well. */
const recentBonus = 1.1

/**
 * Sections of the palette. Without words: the last actions, then all by their kind. With words: what fits them, the
 * best kind first. Adverts, which are found a moment later, come last: nothing moves under the hand.
 */
export function paletteSections({ actions, text, recent, asked, adverts }: Offered): PaletteSection[] {
  const usable = actions.filter(
    ({ id, disabled }, index) =>
      disabled !== true && !actions.slice(index + 1).some((later) => later.id === id),
  )
  const rest = text.trim() === '' ? plain(usable, recent) : fitting(usable, text, recent)
  return [
    { id: 'asked', title: m.word_adverts(), actions: asked },
    ...rest,
    { id: 'adverts', title: m.word_adverts(), actions: adverts },
  ].filter((section) => section.actions.length > 0)
}

function plain(actions: readonly Action[], recent: readonly string[]): PaletteSection[] {
  const last = recent.flatMap((id) => actions.find((action) => action.id === id) ?? [])
  const others = actions.filter((action) => !last.includes(action))
  return [{ id: 'recent', title: m.app_palette_recent(), actions: last }, ...bySection(others)]
}

function fitting(actions: readonly Action[], text: string, recent: readonly string[]): PaletteSection[] {
  const score = new Map(
    actions.map((action) => [
      action,
      paletteScore(action.label, text) *
        (nearness[action.section ?? 'page'] ?? 1) *
        (recent.includes(action.id) ? recentBonus : 1),
    ]),
  )
  const of = (action: Action | undefined): number => (action && score.get(action)) ?? 0
  const found = actions.filter((action) => of(action) > 0).toSorted((one, other) => of(other) - of(one))
  return bySection(found).toSorted((one, other) => of(other.actions[0]) - of(one.actions[0]))
}

const bySection = (actions: readonly Action[]): PaletteSection[] =>
  sectionNames.map((id) => ({
    id,
    title: titles[id](),
    actions: actions.filter(({ section = 'page' }) => section === id),
  }))

const look = 'recent-commands'
/** Number of actions that are remembered. */
const most = 5

/** The ids of the actions that were run last by the palette, the latest first. */
export function recentCommands(): readonly string[] {
  const saved = loadLook(look)
  return Array.isArray(saved) ? saved.filter((id) => typeof id === 'string').slice(0, most) : []
}

export const noteCommand = (id: string): void =>
  saveLook(look, [id, ...recentCommands().filter((other) => other !== id)].slice(0, most))
