import type { QuotaState } from '#shared/settings/app-calls.ts'
import type { Context } from '../context/context.ts'
import type { AccountCalls } from '../quota/account-calls.ts'

/** The current account's calls against its limits; none without an account, for the window must open even so. */
export async function quotaOf(context: Context): Promise<QuotaState> {
  const { perHour, perMonth } = context.settings.get().quota
  const used = await context.budget().then(
    (calls) => ({ ...calls.used(), blocked: isoBlocked(calls.blocked()), whose: calls.whose }),
    () => ({ hour: 0, day: 0, month: 0, blocked: null, whose: 'own' as const }),
  )
  return { ...used, hourLimit: perHour, monthLimit: perMonth }
}

const isoBlocked = (blocked: ReturnType<AccountCalls['blocked']>): QuotaState['blocked'] =>
  blocked && { span: blocked.span, until: new Date(blocked.until).toISOString() }
