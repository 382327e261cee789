import type { Handlers } from '#shared/bridge/call.ts'
import type { OwnTeam, teamCalls } from '#shared/team/team-calls.ts'

/** How a desk comes to its team and leaves it. */
interface Membership {
  /** Null if the desk belongs to no team. @throws Fault `team` if its file can't be read */
  show(): Promise<OwnTeam | null>
  join(code: string): Promise<unknown>
  leave(force: boolean): Promise<unknown>
}

export const teamHandlers = (membership: () => Promise<Membership>): Handlers<typeof teamCalls> => ({
  'team:show': async () => ({ own: await (await membership()).show() }),
  'team:join': async ({ code }) => {
    const own = await membership()
    await own.join(code)
    return { own: await own.show() }
  },
  'team:leave': async ({ force }) => {
    const own = await membership()
    await own.leave(force)
    return { own: await own.show() }
  },
})
