import { untrack } from 'svelte'

/** The words in the top bar's search box. The open page says what they search. */
export class SearchBox {
  text = $state('')
  /** Subject of the page's search, shown while the box is empty; '' if the page has nothing to search. */
  hint = $state('')

  /** Brings the keys to the list of what was found; undefined if the page has none. */
  toList: (() => void) | undefined

  /**
   * Takes the box for a page: `$effect(() => search.claim(hint, …))`. Returns the function that empties it for the next page.
   * @param toList brings the keys to the page's list
   * @param kept words of the page's last search, unless others were typed while it was coming
   */
  claim(hint: string, toList: () => void, kept: () => string = () => ''): () => void {
    // Claimed in an effect, which must not run again with each letter.
    untrack(() => (this.text ||= kept()))
    this.hint = hint
    this.toList = toList
    return () => {
      this.hint = ''
      this.text = ''
      this.toList = undefined
    }
  }
}
