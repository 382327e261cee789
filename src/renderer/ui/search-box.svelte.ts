/** The words in the top bar's search box. The open page says what they search. */
export class SearchBox {
  text = $state('')
  /** What the page searches, shown while the box is empty; '' if the page has nothing to search. */
  hint = $state('')

  /** Takes the box for a page: `$effect(() => search.claim(hint))`. Returns the function that empties it for the next page. */
  claim(hint: string): () => void {
    this.hint = hint
    return () => {
      this.hint = ''
      this.text = ''
    }
  }
}
