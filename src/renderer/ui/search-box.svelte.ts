/** The words in the top bar's search box. The page that is open says what they look through. */
export class SearchBox {
  text = $state('')
  /** What the page looks through, shown while the box is empty; '' if the page has nothing to search. */
  hint = $state('')

  /** Claims the box while a page is there: `$effect(() => search.claim(words))`. The next page begins empty. */
  claim(hint: string): () => void {
    this.hint = hint
    return () => {
      this.hint = ''
      this.text = ''
    }
  }
}
