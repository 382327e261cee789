import type { AbortSignalLike, Handlers } from '#shared/bridge/call.ts'
import type { OwnTeam, teamCalls, TeamRights } from '#shared/team/team-calls.ts'

/** How a desk comes to its team and leaves it. */
export interface Membership {
  /** Null if the desk belongs to no team. @throws Fault `team` if its file can't be read */
  show(): Promise<OwnTeam | null>
  begin(asked: {
    readonly server: string
    readonly password: string
    readonly ca: string | null
    readonly name: string
  }): Promise<unknown>
  invite(asked: {
    readonly name: string
    readonly rights: TeamRights
    readonly server: string
  }): Promise<string>
  join(code: string): Promise<unknown>
  leave(force: boolean): Promise<unknown>
  remove(name: string): Promise<unknown>
  /** Looks for rows in doubt of a desk that is away. */
  look(member: number, signal?: AbortSignalLike): Promise<unknown>
  answer(answer: { readonly no: number; readonly autoId: number | null }): Promise<unknown>
  restored(): Promise<unknown>
}

export const teamHandlers = (membership: () => Promise<Membership>): Handlers<typeof teamCalls> => {
  const shown = async (): Promise<{ own: OwnTeam | null }> => ({ own: await (await membership()).show() })
  return {
    'team:show': shown,
    'team:begin': async (asked) => {
      await (await membership()).begin(asked)
      return shown()
    },
    'team:invite': async (asked) => ({ code: await (await membership()).invite(asked) }),
    'team:join': async ({ code }) => {
      await (await membership()).join(code)
      return shown()
    },
    'team:leave': async ({ force }) => {
      await (await membership()).leave(force)
      return shown()
    },
    'team:remove': async ({ name }) => {
      await (await membership()).remove(name)
      return shown()
    },
    'team:look': async ({ member }, signal) => {
      await (await membership()).look(member, signal)
      return shown()
    },
    'team:answer': async (answer) => {
      await (await membership()).answer(answer)
      return shown()
    },
    'team:restored': async () => {
      await (await membership()).restored()
      return shown()
    },
  }
}
