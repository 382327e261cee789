/** A price change above this, in percent of the old price, has to be confirmed. */
export const priceJumpPercent = 30
