import { perWindow } from '../ui/per-window.svelte.ts'

/** Texts for a source, but for its password. */
export interface SourceTexts {
  name: string
  address: string
  user: string
}

export const noTexts: SourceTexts = { name: '', address: '', user: '' }

/** Keeps what was typed for a new source when its dialog or the page closes, until it is saved. */
export const newSourceOf = perWindow(() => {
  const texts: SourceTexts = $state({ ...noTexts })
  return texts
})
