/** A part of the app that is loaded and made when it is first asked for, and only once. */
export class Lazy<Part> {
  readonly #make: () => Promise<Part>
  #made: Promise<Part> | null = null

  /** @param make imports the part's files and puts it together */
  constructor(make: () => Promise<Part>) {
    this.#make = make
  }

  load(): Promise<Part> {
    this.#made ??= this.#make()
    return this.#made
  }

  /** Does it with the part, if anything asked for it. */
  async ifLoaded(work: (part: Part) => unknown): Promise<void> {
    if (this.#made) await work(await this.#made)
  }
}
