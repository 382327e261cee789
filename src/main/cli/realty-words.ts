import { Fault } from '#shared/bridge/failure.ts'
import { visibleJson } from '../words/visible.ts'
import type { Params } from '../service/params.ts'
import { catalogSchema } from '../service/realty-catalog.ts'
import { json, type Output } from './output.ts'

/** The record as the service answered it; for people, a line for each field that has a value. */
export function printRecord(record: object, asJson: boolean, output: Output): void {
  if (asJson) output.print(json(record))
  else
    for (const [name, value] of Object.entries(record) as [string, unknown][])
      if (value !== null && value !== '')
        output.print(`${name}: ${typeof value === 'string' ? value : visibleJson(JSON.stringify(value))}\n`)
}

/** The groups as the service answered them; for people, a line for each characteristic with its options. */
export function printCatalog(
  groups: readonly unknown[],
  params: Params,
  asJson: boolean,
  output: Output,
): void {
  if (asJson) {
    output.print(json({ groups }))
    return
  }
  const inUkrainian = params.some(([name, value]) => name === 'lang_id' && Number(value) === 4)
  const catalog = catalogSchema.safeParse(groups).data
  if (catalog === undefined) throw new Fault('unreadable', { reason: 'root' })
  for (const { group_name, items } of catalog) {
    output.print(`${group_name ?? ''}\n`)
    for (const { characteristic_id, label, label_uk, sufix, children } of items) {
      const words = [inUkrainian ? (label_uk ?? label) : label, sufix].filter(Boolean).join(', ')
      output.print(`  ${String(characteristic_id).padEnd(6)}${words}\n`)
      for (const [id, { name, name_uk }] of Object.entries(children))
        output.print(`          ${id.padEnd(6)}${(inUkrainian ? (name_uk ?? name) : name) ?? ''}\n`)
    }
  }
}
