import { m } from '#shared/i18n/generated/messages.js'
import type { Action } from '../actions.svelte.ts'
import { perWindow } from '../per-window.svelte.ts'
import { loadLook, saveLook } from '../saved-look.ts'

export const densities = ['compact', 'normal', 'comfortable'] as const
export type Density = (typeof densities)[number]

/** In px; the normal one is the token --row. */
export const rowHeights: Readonly<Record<Density, number>> = { compact: 24, normal: 32, comfortable: 44 }

const look = 'density'

const isDensity = (value: unknown): value is Density => densities.some((density) => density === value)

/** Height of the rows of lists, kept for the window. */
export class DensityState {
  #chosen = $state<Density>('normal')

  constructor() {
    const kept = loadLook(look)
    if (isDensity(kept)) this.#chosen = kept
  }

  get chosen(): Density {
    return this.#chosen
  }

  set chosen(density: Density) {
    this.#chosen = density
    saveLook(look, density)
  }

  /** px */
  get rowHeight(): number {
    return rowHeights[this.#chosen]
  }
}

export const densityOf = perWindow(() => new DensityState())

export const densityWords: Readonly<Record<Density, () => string>> = {
  compact: m.app_density_compact,
  normal: m.app_density_normal,
  comfortable: m.app_density_comfortable,
}

/** The heights of rows for the palette. */
export const densityActions = (state: DensityState): Action[] =>
  densities.map((density) => ({
    id: `density-${density}`,
    section: 'columns',
    label: `${m.app_density()}: ${densityWords[density]()}`,
    disabled: state.chosen === density,
    run: () => (state.chosen = density),
  }))
