import { tick } from 'svelte'

/** Content of the paper while the print dialog is open; PrintSheet shows it. */
export class Printing<Content> {
  content = $state.raw<Content | null>(null)

  /** Takes the sheet away when it was printed, or not: `$effect(() => printing.follow())`. */
  follow(): () => void {
    const end = (): void => {
      this.content = null
    }
    addEventListener('afterprint', end)
    return () => removeEventListener('afterprint', end)
  }

  async print(content: Content): Promise<void> {
    this.content = content
    await tick()
    window.print()
  }
}
