/** Prints what is done about each stock number into docs/office/stock-table.md. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  fileStates,
  found,
  free,
  lacking,
  linked,
  linkStates,
  liveStates,
  stockTable,
} from '../src/main/import/stock/stock-table.ts'

export const pagePath = fileURLToPath(new URL('../docs/office/stock-table.md', import.meta.url))

const groupWords = new Map([
  [null, ''],
  [lacking, 'nothing'],
  [linked, 'it has an advert'],
  [free, 'it has no advert, or none any more'],
  [found, 'an advert without a number may be the car'],
])

const words = (states, names) =>
  groupWords.get(states) ??
  [states]
    .flat()
    .map((state) => names[state])
    .join('; ')

export const page = () => `# What is done about a stock number

Printed from \`src/main/import/stock/stock-table.ts\` by \`node scripts/stock-table.mjs\`. The first line that fits decides; an empty cell stands for anything.
A missing car without a reason is kept, put out of stock or deleted, as its source says.

| The file has | The link | What else there is | Action | Reason |
| --- | --- | --- | --- | --- |
${stockTable
  .map(([file, link, live, action, reason = '']) => {
    const cells = [words(file, fileStates), words(link, linkStates), words(live, liveStates), action, reason]
    return `| ${cells.join(' | ')} |`
  })
  .join('\n')}
`

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(pagePath, page())
