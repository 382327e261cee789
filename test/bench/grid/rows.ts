/** 100,000 made-up adverts × 12 columns, the same at every run. */
export interface BenchRow {
  readonly id: number
  readonly cells: readonly string[]
}

export const rowCount = 100_000
const makes = ['Skoda', 'BMW', 'Volkswagen', 'Renault', 'Toyota', 'Audi', 'Nissan']
const models = ['Octavia', 'X5', 'Passat', 'Megane', 'Camry', 'A6', 'Leaf', 'Duster']
const cities = ['Київ', 'Львів', 'Одеса', 'Харків', 'Дніпро', 'Вінниця']

const pick = (list: readonly string[], index: number): string => list[index % list.length] ?? ''

function makeRow(index: number): BenchRow {
  const make = pick(makes, index * 3)
  const model = pick(models, index * 7)
  const usd = 4000 + ((index * 7919) % 56_000)
  const numbers = [usd, Math.round(usd * 0.92), Math.round(usd * 41.5)].map((sum) => sum.toLocaleString('en'))
  const id = 30_000_000 + index
  const year = 2000 + (index % 26)
  const cells = [
    `${make} ${model} ${year} № ${index}`,
    String(id),
    make,
    model,
    String(year),
    `${(index * 13) % 280} 000 km`,
    ...numbers,
    pick(cities, index * 5),
    index % 4 === 0 ? 'sold' : 'live',
    `2026-11-${String(1 + (index % 28)).padStart(2, '0')} 10:24`,
  ]
  return { id, cells }
}

export const makeRows = (): BenchRow[] => Array.from({ length: rowCount }, (_, index) => makeRow(index))
