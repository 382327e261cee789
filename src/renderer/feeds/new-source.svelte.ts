import { perWindow } from '../ui/per-window.svelte.ts'

/** Texts for a source, but for its password. */
export class SourceTexts {
  name: string = $state('')
  address = $state('')
  user = $state('')

  constructor(name = '') {
    this.name = name
  }

  clear(): void {
    this.name = this.address = this.user = ''
  }
}

/** Keeps what was typed for a new source when its dialog or the page closes, until it is saved. */
export const newSourceOf = perWindow(() => new SourceTexts())
