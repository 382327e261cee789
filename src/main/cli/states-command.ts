import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { regionsSchema } from '../service/lookup-answers.ts'
import { defineCommand, jsonOption } from './command-definition.ts'
import { exitCodes, json } from './output.ts'

/** `states`: the regions with their ids, by GET /states. */
export const command = defineCommand({
  describe: (command) => command.addOption(jsonOption()),
  examples: ['states --json'],

  async run({ open, output }, { json: asJson }) {
    const answer = await (await (await open()).context.current()).raw('/states', [])
    if (asJson) {
      output.print(json({ states: answer }))
      return exitCodes.done
    }
    const regions = regionsSchema.safeParse(answer).data
    if (regions === undefined) throw new Fault('unreadable', { reason: 'root' })
    for (const { value, name } of regions) output.print(`${String(value).padEnd(6)}${name}\n`)
    if (regions.length > 0) return exitCodes.done
    output.say(m.cli_states_none())
    return exitCodes.partly
  },
})
