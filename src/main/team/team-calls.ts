import type { Handlers } from '#shared/bridge/call.ts'
import type { teamCalls } from '#shared/team/team-calls.ts'
import type { TeamMembership } from './team-membership.ts'

export const teamHandlers = (membership: () => Promise<TeamMembership>): Handlers<typeof teamCalls> => ({
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
