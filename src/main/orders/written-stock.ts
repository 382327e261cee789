/** Whether this app's last write to an advert said that it is in stock, remembered until it is written to again. */
export class WrittenStock {
  readonly #written: (accountId: string, advertId: number) => unknown
  readonly #known = new Map<string, boolean | null>()

  /** @param written the field `in_stock` as the journal has it: 1, 0 or absent */
  constructor(written: (accountId: string, advertId: number) => unknown) {
    this.#written = written
  }

  /** Null if nothing was written, or the journal can't be read. */
  isInStock(accountId: string, advertId: number): boolean | null {
    const key = `${accountId}/${advertId}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const read = this.#read(accountId, advertId)
    this.#known.set(key, read)
    return read
  }

  forget(accountId: string, advertId: number): void {
    this.#known.delete(`${accountId}/${advertId}`)
  }

  #read(accountId: string, advertId: number): boolean | null {
    try {
      const value = this.#written(accountId, advertId)
      return value === undefined || value === null ? null : Number(value) === 1
    } catch {
      return null
    }
  }
}
