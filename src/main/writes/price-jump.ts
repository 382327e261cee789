/** A price change above this, in percent of the old price, has to be confirmed. */
const priceJumpPercent = 30

/** Move of a price, in whole percent of the old one; both are in one currency. */
export const priceMove = (old: number, price: number): number =>
  Math.round((Math.abs(price - old) / old) * 100)

/** Move of a price, in hundredths of a percent of the old one, below zero if it falls; never 0 if it moves at all. */
export function priceStep(old: number, price: number): number {
  const step = Math.round(((price - old) / old) * 10_000)
  return step === 0 ? Math.sign(price - old) : step
}

/** True if a price moves so far that the dealer has to confirm it; both are in one currency. */
export const isPriceJump = (old: number, price: number): boolean =>
  Math.abs(price - old) * 100 > old * priceJumpPercent
