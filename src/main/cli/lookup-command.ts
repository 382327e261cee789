import { m } from '#shared/i18n/generated/messages.js'
import { lowered } from '#shared/i18n/locale.ts'
import type { Forecourt } from '../assemble.ts'
import type { FoundVehicle, FoundVehicles, LookedUp } from '../lookups/lookups-service.ts'
import { noIds } from '../names/vehicle-ids.ts'
import { defineCommand, jsonOption, numberOption } from './command-definition.ts'
import { exitCodes, json, type Output } from './output.ts'
import { UsageError } from './usage-error.ts'

/** Calls that a search may take, unless the person says another number. */
const mostCalls = 40
/** In letters: no vehicle has a longer name. */
const longestText = 500

/** `lookup`: the ids that a create needs, by names; exit 1 if none are found. */
export const command = defineCommand({
  describe: (command) =>
    command
      .description(m.cli_lookup_about())
      .argument('<TEXT...>', m.cli_lookup_text())
      .addOption(numberOption('--calls <N>', m.cli_lookup_calls({ most: mostCalls }), 10_000))
      .addOption(jsonOption()),
  examples: ['lookup BMW X5', 'lookup "Škoda Octavia" --calls 0'],

  async run({ open, output }, { calls: most = mostCalls, json: asJson }, texts) {
    const text = texts.join(' ')
    if (text.length > longestText) throw new UsageError(m.cli_lookup_too_long({ most: longestText }))
    const forecourt = await open()
    const missing = await forecourt.lookups.missingFor(text)
    if (missing > 0 && most > 0) output.say(m.cli_lookup_cost({ most }))
    const result = await forecourt.lookups.search(text, { most })
    const { found, failure } = result
    if (found.length === 0 && failure) throw failure
    if (asJson) output.print(json({ vehicles: found.map(printed) }))
    else if (found.length > 0) printTable(found, output)
    sayLookedUp(result, forecourt, output)
    if (found.length > 0) return exitCodes.done
    output.say(nothingWords(result, text))
    await sayKnownPart(texts, forecourt, output)
    return exitCodes.partly
  },
})

const nothingWords = ({ unavailable }: FoundVehicles, text: string): string =>
  [m.cli_lookup_none({ text }), ...(unavailable ? [] : [m.cli_lookup_none_next()])].join(' ')

/** Says how much of the text is known, and what the rest may be a slip of. */
async function sayKnownPart(texts: readonly string[], { lookups }: Forecourt, output: Output): Promise<void> {
  const words = texts.flatMap((text) => text.split(/\s+/))
  for (let count = words.length - 1; count > 0; count--) {
    const known = words.slice(0, count).join(' ')
    const { found } = await lookups.search(known, { most: 0 })
    if (found.length === 0) continue
    const rest = words.slice(count).join(' ')
    output.say(m.cli_lookup_none_rest({ known, rest }))
    const makes = new Set(found.map((each) => each.marka_id))
    const models = new Set(found.map((each) => each.model_id))
    const [marka_id = null] = makes
    // The make alone is known: the rest begins with the model.
    if (makes.size === 1 && (models.size > 1 || models.has(null)))
      sayLikely(await lookups.likely('model_id', { ...noIds, marka_id }, rest), output)
    return
  }
  sayLikely(await lookups.likely('marka_id', noIds, words[0] ?? ''), output)
}

const mostOffered = 5

function sayLikely(names: readonly string[], output: Output): void {
  if (names.length > 0) output.say(m.cli_did_you_mean({ names: names.slice(0, mostOffered).join(', ') }))
}

const printed = ({ marka_id, model_id, base_id, equip_id, name }: FoundVehicle): object => ({
  marka_id,
  model_id,
  base_id,
  equip_id,
  name,
})

const headers = ['marka_id', 'model_id', 'base_id', 'equip_id'] as const
/** Wide enough for the ids and their headers. */
const width = 10

function printTable(found: readonly FoundVehicle[], output: Output): void {
  const line = (cells: readonly string[], name: string): void =>
    output.print(`${cells.map((cell) => cell.padEnd(width)).join('')}${name}\n`)
  line(headers, lowered(m.word_name()))
  for (const vehicle of found)
    line(
      headers.map((field) => String(vehicle[field] ?? '—')),
      vehicle.name,
    )
}

/** Says what looking up names cost, and how to go on if it ended early. */
export function sayLookedUp(
  { calls, bounded, unavailable, failure }: LookedUp,
  { context }: Forecourt,
  output: Output,
): void {
  if (calls > 0) output.say(m.cli_lookup_took({ count: calls }))
  if (bounded) output.say(m.cli_lookup_bounded())
  if (unavailable) output.say(m.import_names_unavailable())
  if (!failure) return
  const said = context.words(failure)
  output.say(`${m.cli_lookup_failed()} ${said.words} ${said.next}`)
}
