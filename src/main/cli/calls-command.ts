import { Option } from '@commander-js/extra-typings'
import { m } from '#shared/i18n/generated/messages.js'
import { serviceTime } from '#shared/time/service-time.ts'
import type { BuyerCall } from '../service/buyer-call.ts'
import { defineCommand, jsonOption } from './command-definition.ts'
import { day } from './order-choice.ts'
import { json, tableLine, sayUnread } from './output.ts'

/** Without `--since`: today and so many days before. */
const usualDays = 7

/**
 * `calls`: the calls of buyers, the newest first; one request, and nothing of them is saved. Ends with 1 if some can't
 * be read, with 2 if the service gives no calls.
 */
export const command = defineCommand({
  describe: (command) =>
    command
      .description(m.demand_cli_calls_about())
      .addOption(new Option('--since <DATE>', m.demand_cli_calls_since({ usual: usualDays })).argParser(day))
      .addOption(jsonOption()),
  examples: ['calls --since 2026-11-01 --json'],

  async run({ open, output }, { since, json: asJson }) {
    const forecourt = await open()
    const { calls, unreadable } = await (await forecourt.demand()).calls(since ?? weekAgo())
    const [first] = unreadable
    const unread = first ? { count: unreadable.length, first: forecourt.context.words(first) } : null
    if (asJson) output.print(json({ calls, unread }))
    else for (const call of calls) output.printText(tableLine(cellsOf(call)))
    return sayUnread(unread, m.calls_unread, output)
  },
})

const weekAgo = (): string => serviceTime(Date.now() - usualDays * 24 * 3_600_000).slice(0, 10)

const cellsOf = ({ date, status, caller_phone, duration, waighting, marka, model }: BuyerCall) => [
  (date ?? '').replace('T', ' '),
  status,
  caller_phone ?? '',
  m.demand_cli_call_times({ talk: duration ?? 0, ring: waighting ?? 0 }),
  [marka, model].filter(Boolean).join(' '),
]
