/** A number is written with the country's code and without it: these digits at its end are whose it is. */
const subscriberDigits = 9

/** Whose number it is, in whatever form it is written; '' for none. */
export const personOf = (phone: string): string => phone.replace(/\D/g, '').slice(-subscriberDigits)
