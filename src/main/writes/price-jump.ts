/** A price change above this, in percent of the old price, has to be confirmed. */
const priceJumpPercent = 30

/** How far a price moves, in whole percent of the old one; both are in one currency. */
export const priceMove = (old: number, price: number): number =>
  Math.round((Math.abs(price - old) / old) * 100)

/** Whether a price moves so far that the dealer has to confirm it; both are in one currency. */
export const isPriceJump = (old: number, price: number): boolean =>
  Math.abs(price - old) * 100 > old * priceJumpPercent
