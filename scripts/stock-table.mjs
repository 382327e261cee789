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
  [lacking, 'no car'],
  [linked, 'an advert'],
  [free, 'no live advert'],
  [found, 'an advert without a number may be the car'],
])

const words = (states, names) =>
  groupWords.get(states) ??
  [states]
    .flat()
    .map((state) => names[state])
    .join(', or ')

export const page = () => `# What is done about a stock number

Printed by \`node scripts/stock-table.mjs\`: what the file has; its link; what else there is → action, \`reason\`.
The first line that fits decides. A missing car without a reason is kept, put out of stock or deleted, as its source says.
“Link: none” means no advert yet, or a car that left the file before.

${stockTable
  .map(([file, link, live, action, reason = ''], at) => {
    const linkWords = words(link, linkStates)
    const facts = [
      words(file, fileStates),
      linkWords === '' ? '' : `link: ${linkWords}`,
      words(live, liveStates),
    ]
    const when = facts.filter((fact) => fact !== '').join('; ')
    return `${at + 1}. ${when} → ${action}${reason === '' ? '' : `, \`${reason}\``}`
  })
  .join('\n')}
`

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(pagePath, page())
