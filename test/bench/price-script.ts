import { readFileSync } from 'node:fs'
import Papa from 'papaparse'

/**
 * A dealer's own script: counts the prices of a list that differ from those of an export of the stock.
 * Arguments: the export, the list; both CSV with `auto_id` and `price`.
 */
const [exported = '', list = ''] = process.argv.slice(2)

const rowsOf = (path: string): Record<string, string>[] =>
  Papa.parse<Record<string, string>>(readFileSync(path, 'utf8'), { header: true, skipEmptyLines: true }).data

const prices = new Map(rowsOf(exported).map(({ auto_id: id, price }) => [id, Number(price)]))
const changed = rowsOf(list).filter(({ auto_id: id, price }) => prices.get(id) !== Number(price))
process.stdout.write(`${changed.length} of ${prices.size}\n`)
