/** The digits that a spreadsheet keeps of a number: what is behind them is noise of its binary form. */
const keptDigits = 15

/** A number as digits with a point, never with an exponent if it can be written without. */
export function numberText(value: number): string {
  // Nearly every number of a stock: all of its digits are its own.
  if (Number.isSafeInteger(value)) return String(value)
  if (!Number.isFinite(value)) return String(value)
  const rounded = Number(value.toPrecision(keptDigits))
  return Number.isInteger(rounded) && Math.abs(rounded) < 1e21
    ? BigInt(rounded).toString()
    : plainText(rounded)
}

function plainText(value: number): string {
  const text = String(value)
  return text.includes('e') && Math.abs(value) < 1 ? value.toFixed(20).replace(/0+$/, '') : text
}

/** A truth value as a spreadsheet shows it: never 1, which would be a price. */
export const booleanText = (value: string): string =>
  value.trim() === '1' ? 'TRUE' : value.trim() === '0' ? 'FALSE' : value

/** Text of a formula whose value was never computed. */
export const notComputed = '#CALC!'

/** `_x000D_` means a character that XML can't hold. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text
