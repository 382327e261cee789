import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { single } from '../http/answer.ts'
import { recordGroups } from '../inventory/record-groups.ts'
import type { Forecourt } from '../assemble.ts'
import type { AdvertRecord } from '../service/advert-record.ts'
import { defineCommand, jsonOption } from './command-definition.ts'
import { exitCodes, json, type Output, type ExitCode } from './output.ts'
import { visibleJson } from '../words/visible.ts'
import { UsageError } from './usage-error.ts'

/**
 * `info`: the record of one advert of any seller, by one request or, for an advert of a new vehicle, by two at most. An id
 * as the service writes those of real estate, `realty-13825265`, asks for such a record.
 */
export const command = defineCommand({
  describe: (command) => command.argument('<ID>', m.cli_info_id()).addOption(jsonOption()),
  examples: ['info 39100007', 'info realty-13825265 --json'],

  async run({ open, output }, { json: asJson = false }, word) {
    const [, realty, id] = /^(realty-)?(\d{1,15})$/.exec(word) ?? []
    if (id === undefined) throw new UsageError(m.cli_not_an_id({ value: word }))
    const forecourt = await open()
    if (realty !== undefined) return printRealty(forecourt, id, asJson, output)
    printAdvert(await advertRecord(forecourt, Number(id)), asJson, output)
    return exitCodes.done
  },
})

/** The record of real estate as the service answered it; for people, a line for each field that has a value. */
export async function printRealty(
  forecourt: Forecourt,
  id: string,
  asJson: boolean,
  output: Output,
): Promise<ExitCode> {
  const record = single(await (await forecourt.context.current()).raw(`/dom/info/${id}`, []))
  if (typeof record !== 'object' || record === null || Array.isArray(record)) throw new Fault('not-found')
  if (asJson) output.print(json(record))
  else
    for (const [name, value] of Object.entries(record) as [string, unknown][])
      if (value !== null && value !== '')
        output.print(`${name}: ${typeof value === 'string' ? value : visibleJson(JSON.stringify(value))}\n`)
  return exitCodes.done
}

async function advertRecord(forecourt: Forecourt, id: number): Promise<AdvertRecord> {
  for await (const answer of (await forecourt.search()).market.records([id])) {
    if (answer.ok) return answer.record
    throw answer.error
  }
  throw new Fault('not-found')
}

/** The record as the service answered it; for people, a line for each field that has a value, under the name of its group. */
function printAdvert(record: AdvertRecord, asJson: boolean, output: Output): void {
  if (asJson) {
    output.print(json(record))
    return
  }
  for (const { name, fields } of recordGroups(record)) {
    output.print(`${name}\n`)
    for (const field of fields) output.print(`  ${field.name}: ${field.value}\n`)
  }
}
