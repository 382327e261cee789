import { perWindow } from '../per-window.svelte.ts'
import { loadLook, saveLook } from '../saved-look.ts'

export const densities = ['compact', 'normal', 'comfortable'] as const
export type Density = (typeof densities)[number]

/** In px, as the tokens --row-compact, --row and --row-comfortable have it. */
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
