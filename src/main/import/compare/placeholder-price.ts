/** No new car costs less, or more, in dollars. */
const least = 2_000
const most = 1_000_000

/** One digit again and again, or all in their order: 999999, 11111, 123456. */
const filled = /^(?:([1-8])\1{4,}|(\d)\2{5,}|12345(?:6(?:7(?:89?)?)?)?)$/

/** True if a price stands for one that isn't known yet: no new car costs that. */
export const isPlaceholder = (price: number, dollars: number): boolean =>
  dollars < least || dollars > most || filled.test(String(price))
