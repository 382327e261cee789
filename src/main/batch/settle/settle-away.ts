import type { Operation } from '#shared/batch/operation.ts'
import { forEachConcurrently } from '../../http/concurrency.ts'
import type { Values } from '../../writes/values.ts'
import { judgeEdit, lookAtAdvert, type SettleContext } from './settle-change.ts'
import { awayId, CreateSettling, type AwayVerdict } from './settle-creates.ts'

/** A row in doubt of a desk of the team that is away. */
export interface AwayDoubt {
  /** Its last entry in the team's log. */
  readonly no: number
  /** The desk's number in the team. */
  readonly member: number
  /** Its batch and its line at the desk. */
  readonly key: string
  readonly operation: Operation
  readonly stockKey: string | null
  readonly autoId: number | null
  readonly payload: Values
  readonly before: Values
}

/** End of a row in doubt: it was executed, or it was not and never will be. */
export interface AwayEnd {
  readonly state: 'done' | 'unsent'
  readonly autoId: number | null
}

/** Result of a look; `code` and `detail` say why the row is still in doubt. */
export interface AwayLook {
  readonly doubt: AwayDoubt
  readonly end: AwayEnd | null
  readonly code: string | null
  readonly detail: string | null
}

/**
 * Reports to the team. @returns null, or why the team doesn't take it: the code of its refusal. @throws Fault `team`
 */
export type ReportEnd = (doubt: AwayDoubt, end: AwayEnd) => Promise<string | null>

/** Adverts read at once. */
const readConcurrency = 8

/**
 * Looks at the service for rows in doubt of desks that are away. Nothing is sent. A create that is not found stays in
 * doubt, because absence proves nothing. An edit that is not seen ends as not sent, and its own desk compares it with
 * the advert before sending it again.
 * @throws the errors of reading, Fault `team`; what was settled before stays settled
 */
export async function lookAtAway(
  doubts: readonly AwayDoubt[],
  context: SettleContext,
  report: ReportEnd,
): Promise<AwayLook[]> {
  const looks: AwayLook[] = []
  const conclude = async (doubt: AwayDoubt, found: AwayEnd | Open): Promise<void> => {
    if ('code' in found) looks.push({ doubt, end: null, ...found })
    else {
      const code = await report(doubt, found)
      looks.push({ doubt, end: code === null ? found : null, code, detail: null })
    }
  }
  const creates = doubts.filter(({ operation }) => operation === 'create')
  if (creates.length > 0) {
    const found = await new CreateSettling(context, new Set(), new Set(creates.map(awayId))).settle()
    for (const doubt of creates) await conclude(doubt, endOf(found.get(awayId(doubt))))
  }
  const changes = doubts.filter(({ operation }) => operation !== 'create')
  await forEachConcurrently(changes, readConcurrency, async (doubt) =>
    conclude(doubt, await lookAtChange(doubt, context)),
  )
  return looks
}

interface Open {
  readonly code: string
  readonly detail: string | null
}
const open = (code: string, detail: string | null = null): Open => ({ code, detail })

function endOf(verdict: AwayVerdict | undefined): AwayEnd | Open {
  if (verdict?.autoId != null) return { state: 'done', autoId: verdict.autoId }
  // One that the journal does not have, or no longer as open, was not looked for.
  return open(verdict?.error?.code ?? 'not-seen', verdict?.error?.detail)
}

async function lookAtChange(
  { autoId, operation, payload, before }: AwayDoubt,
  context: SettleContext,
): Promise<AwayEnd | Open> {
  if (autoId === null) return open('not-seen')
  const look = await lookAtAdvert(autoId, context)
  if ('code' in look) return open(look.code)
  const { live } = look
  if (live !== null && live.userId !== null && live.userId !== context.port.userId) return open('guard-owner')
  if (operation === 'delete') return { state: live === null ? 'done' : 'unsent', autoId }
  const isDone = live !== null && judgeEdit(payload, before, live) === 'done'
  return { state: isDone ? 'done' : 'unsent', autoId }
}
