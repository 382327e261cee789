import { m } from '#shared/i18n/generated/messages.js'
import type { Action } from '../actions.svelte.ts'
import { densities, type Density, type DensityState } from './density.svelte.ts'

export const densityWords: Readonly<Record<Density, () => string>> = {
  compact: m.app_density_compact,
  normal: m.app_density_normal,
  comfortable: m.app_density_comfortable,
}

/** The heights of rows for the palette. */
export const densityActions = (state: DensityState): Action[] =>
  densities.map((density) => ({
    ...{ id: `density-${density}`, section: 'columns' },
    label: `${m.app_density()}: ${densityWords[density]()}`,
    disabled: state.chosen === density,
    run: () => (state.chosen = density),
  }))
