import type { Context } from '../context/context.ts'
import type { Team } from './team.ts'

/** Ms between two looks at the team's log: what a colleague sent is shown by then. */
const every = 15_000

/** Shows in the window what the other desks of a team sent. Without a team nothing is asked. */
export function followTeam({ accounts }: Pick<Context, 'accounts'>, team: Team): { end(): void } {
  const look = async (): Promise<void> => {
    const account = accounts.currentId()
    if (account !== null && team.file() !== null) await team.pull(account)
  }
  // An absent server is reported where the calls are counted.
  const timer = setInterval(() => void look().catch(() => undefined), every).unref()
  return { end: () => clearInterval(timer) }
}
