/** A price change above this, in percent of the old price, has to be confirmed. */
const priceJumpPercent = 30

/**
 * Move of a price, in hundredths of a percent of the old one, below zero if it falls; never 0 if it moves at all. Both
 * are in one currency.
 */
export function priceStep(old: number, price: number): number {
  const step = Math.round(((price - old) / old) * 10_000)
  return step === 0 ? Math.sign(price - old) : step
}

/** Factor of a price's move from its step, 1 or more either way: to a half is as far as to the double. */
export function priceFactor(step: number): number {
  const part = 1 + step / 10_000
  return step < 0 ? 1 / part : part
}

/** True if a price moves so far that the dealer has to confirm it; both are in one currency. */
export const isPriceJump = (old: number, price: number): boolean =>
  Math.abs(price - old) * 100 > old * priceJumpPercent
