import { SvelteSet } from 'svelte/reactivity'
import { perWindow } from '../ui/per-window.svelte.ts'

/** The days of which the list of Activity shows the head alone: `2026-11-23`. */
export const foldedDaysOf = perWindow(() => new SvelteSet<string>())
