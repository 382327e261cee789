/** A small generator of numbers (mulberry32): the same file in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const words =
  'новий автомобіль офіційний дилер гарантія три роки повний привід автомат шкіра клімат камера парктронік кредит лізинг обмін торг склад Київ тест драйв'.split(
    ' ',
  )
const header =
  'marka_id,model_id,base_id,equip_id,currency_id,price,auto_note,version,in_stock,test_drive,vin,comment'

/**
 * A file of new vehicles as a dealer's system writes it: 12 columns, about 250 bytes a row, Ukrainian notes, a third of
 * them in quotes, some with line breaks. Two of the columns mean nothing to the service.
 */
export function csvText(rows: number): string {
  const next = numbers(7)
  const lines = [header]
  for (let row = 0; row < rows; row++) lines.push(line(row, next))
  return `${lines.join('\n')}\n`
}

function line(row: number, next: (below: number) => number): string {
  const ids = [1 + next(300), 1 + next(9_000), 1_000 + next(90_000), 100 + next(9_999), 1 + next(3)]
  const price = `${5_000 + next(90_000)}${next(2) ? '.50' : ''}`
  const version = `2.0 TDI ${100 + next(300)} к.с.`
  return [
    ...ids,
    price,
    note(next),
    version,
    next(2),
    next(2),
    `WVWZZZ${100_000 + row}`,
    `Майданчик ${next(50)}`,
  ].join(',')
}

function note(next: (below: number) => number): string {
  const text = Array.from({ length: 11 + next(7) }, () => words[next(words.length)]).join(' ')
  if (next(3) > 0) return text
  return `"${text}, ""${words[next(words.length)] ?? ''}""${next(4) ? ' ' : '\n'}${row(next)}"`
}

const row = (next: (below: number) => number): string => words[next(words.length)] ?? ''
