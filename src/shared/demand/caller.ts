/** A number is written with the country's code and without it: these digits at its end are whose it is. */
const subscriberDigits = 9

/** Sign of a number that was hidden: one digit again and again, as `0000000000`. */
const hidden = /^(\d)\1*$/

/** Person of a number, in whatever form it is written; '' for none. */
export function personOf(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return hidden.test(digits) ? '' : digits.slice(-subscriberDigits)
}
