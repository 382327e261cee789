import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { numberWords, lowered } from '#shared/i18n/locale.ts'
import type { TeamMember } from '#shared/team/team-calls.ts'
import { localTime } from '#shared/time/time-words.ts'
import type { Forecourt } from '../assemble.ts'
import type { AwayRow } from '../team/away-doubts.ts'
import { exitCodes, json, tableLine, type ExitCode, type Output } from './output.ts'
import { cellsOfAway } from './settle-elsewhere.ts'

/** `team status`: exit 0 if this desk can send, 1 if its server can't be reached or waits for desks. */
export async function teamStatus(
  forecourt: Forecourt,
  { asJson }: { readonly asJson: boolean },
  output: Output,
): Promise<ExitCode> {
  const own = await (await forecourt.membership()).show()
  if (own === null) {
    if (asJson) output.print(json({ team: null, state: 'none' }))
    output.say(forecourt.words(new Fault('team', { reason: 'none' })).words)
    return exitCodes.done
  }
  const { team, name, outbox, status, failure } = own
  if (status === null || failure !== null) {
    const state = failure?.details.reason === 'offline' ? 'offline' : 'refused'
    if (asJson) output.print(json({ team, name, state, error: failure }))
    const said = state === 'offline' ? m.team_cli_state_offline : m.team_cli_state_refused
    output.say(`${said({ team })} ${failure?.words ?? ''} ${failure?.next ?? ''}`)
    return exitCodes.partly
  }
  const found = { outbox, ...status, quota: await quotaOf(forecourt), doubts: await awayOf(forecourt) }
  const { me, members, turns } = found
  const isWaiting = members.some(({ joined, checkedIn }) => joined && !checkedIn)
  if (asJson) output.print(json({ ...found, state: isWaiting ? 'waiting' : 'ok' }))
  else {
    for (const member of members) output.printText(tableLine(cellsOf(member)))
    for (const { holder, waiting } of turns)
      output.printText(
        tableLine([
          m.team_cli_turn_send({ name: holder }),
          ...(waiting.length > 0 ? [`${lowered(m.stock_chip_waiting())}: ${waiting.join(', ')}`] : []),
        ]),
      )
    for (const row of found.doubts) output.printText(tableLine(cellsOfAway(row)))
    if (found.quota) output.print(`${quotaWords(found.quota)}\n`)
  }
  if (own.clockOff !== null) output.say(m.team_clock({ minutes: numberWords(own.clockOff) }))
  const ofOthers = found.doubts.filter(({ own }) => !own)
  const forgotten = found.doubts.filter(({ own }) => own)
  const [[doubt], [lost]] = [ofOthers, forgotten]
  if (doubt) output.say(m.team_cli_away({ count: ofOthers.length, batch: doubt.batch }))
  if (lost) output.say(m.team_cli_forgotten({ count: forgotten.length, batch: lost.batch }))
  output.say(m.team_cli_state_ok({ team: found.team, name: me, rights: found.rights }))
  return isWaiting ? exitCodes.partly : exitCodes.done
}

/** Rows in doubt of desks that are away, of the current account: without one there are none. */
async function awayOf(forecourt: Forecourt): Promise<readonly AwayRow[]> {
  const owner = await forecourt.accounts.owner().catch(() => null)
  return owner === null ? [] : (await forecourt.awayDoubts()).rows()
}

/** The calls of the current account that the desks made together; null for the sandbox. */
async function quotaOf({ team, accounts }: Forecourt): Promise<TeamUse | null> {
  const link = await team.link()
  const owner = await accounts.owner().catch(() => null)
  if (owner === null || (await team.budget(owner.accountId)) === null) return null
  const { limits, used } = await link.calls.budget(owner.accountId).refresh()
  return { ...limits, used }
}

interface TeamUse {
  readonly perHour: number | null
  readonly perMonth: number | null
  readonly used: number
}

const quotaWords = ({ perHour, used }: TeamUse): string =>
  perHour === null
    ? m.team_cli_calls({ used: numberWords(used) })
    : m.team_cli_calls_of({ used: numberWords(used), limit: numberWords(perHour) })

const cellsOf = ({ name, rights, seenAt, joined, checkedIn, doubts }: TeamMember): string[] => [
  name,
  rights,
  joined ? localTime(seenAt ?? '') : m.team_page_not_joined(),
  ...(joined && !checkedIn ? [m.team_page_not_checked()] : []),
  ...(doubts > 0 ? [m.team_page_doubts({ count: doubts })] : []),
]
