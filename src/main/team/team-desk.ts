import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import {
  askServer,
  committed,
  connectFirst,
  connectTo,
  isRefused,
  teamFault,
  type Refused,
} from './connection.ts'
import { fingerprints, protocol } from './schema/schema.ts'
import { passwordOf, verifierOf } from './secret.ts'
import type { Invitation, TeamFile, TeamServer } from './team-file.ts'

const openSchema = z.array(
  z.object({
    url: z.string(),
    user: z.int(),
    key: z.string(),
    attempt: z.int(),
    state: z.enum(['sending', 'doubt']),
  }),
)
/** A permit of this desk of which the server doesn't know how it ended. */
export type OpenPermit = Readonly<z.infer<typeof openSchema>[number]>

const helloSchema = z.object({
  member: z.int(),
  name: z.string(),
  rights: z.string(),
  epoch: z.string(),
  /** This desk has said in this epoch what it sent. */
  isJoined: z.boolean(),
  session: z.int(),
  asked: z.int(),
  /** The server knows of permits that this desk asked for and forgot: its folder was restored, or is a copy. */
  behind: z.boolean(),
  open: openSchema,
})
export type Hello = Readonly<z.infer<typeof helloSchema>>

/** Report of a desk when it comes, by which a server or a desk that went back in time is noticed. */
export interface Witness {
  /** The epoch that this desk joined; null before the first. */
  readonly epoch: string | null
  /** Permits and looks at the log that it asked for, and the last that was answered. */
  readonly asked: number
  readonly answered: number
  /** The last entry of each log that it heard of. */
  readonly heads: readonly { readonly url: string; readonly user: number; readonly head: number }[]
}

/** Number of times that a desk begins while other processes of its folder begin too, and the longest wait between. */
const mostArrivals = 5
const arrivalMs = 200

interface DeskParts {
  readonly file: TeamFile
  /** @throws Fault of the keychain, or `team` if there is no secret */
  readonly secret: () => Promise<string>
  readonly version: string
  readonly witness: () => Witness
  readonly engine: EngineOfDesk
  /** Does what has to be done before anything else is asked over a new connection. */
  readonly onHello: (hello: Hello, ask: Ask) => Promise<void>
}

/** Asks a function of the server for this session. @throws Fault `team` */
export type Ask = <Schema extends z.ZodType>(
  name: string,
  question: object,
  schema: Schema,
) => Promise<z.output<Schema> | Refused>

interface Session {
  readonly client: pg.Client
  readonly hello: Hello
}

/** Process that sends from the desk's folder: one process at most. */
export interface EngineOfDesk {
  readonly isHeld: () => boolean
  readonly isElsewhere: () => boolean
}

/** One desk's connection to its team: made when it is needed, made again after it broke. */
export class TeamDesk {
  readonly #parts: DeskParts
  #session: Promise<Session> | null = null
  /** The session was begun by the process that sends. */
  #isOwn = false
  #isClosed = false

  constructor(parts: DeskParts) {
    this.#parts = parts
  }

  /** @throws Fault `team` if the server can't be reached, or refuses this desk */
  readonly ask: Ask = async (name, question, schema) => {
    const session = this.#open()
    const answer = await this.#askIn(session, name, question, schema)
    const refused = isRefused(answer as object) ? (answer as Refused).refused : null
    if (refused !== 'session' && refused !== 'restored') return answer
    // What was under way on a connection that this desk gave up is asked again over its new one.
    if (this.#session === session) {
      // The one that sends has begun since. It itself is never heard again after another began: that may be a copy of its folder.
      if (refused === 'session' && this.#parts.engine.isHeld()) return answer
      await this.#drop(session)
    }
    return this.#askIn(this.#open(), name, question, schema)
  }

  /**
   * Identity of this desk.
   * @throws as `ask`
   */
  async hello(): Promise<Hello> {
    return (await this.#open()).hello
  }

  /** Nothing is asked any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#drop(this.#session)
  }

  async #askIn<Schema extends z.ZodType>(
    session: Promise<Session>,
    name: string,
    question: object,
    schema: Schema,
  ): Promise<z.output<Schema> | Refused> {
    const { client, hello } = await session
    try {
      return await askServer(client, name, { ...placeOf(hello), ...question }, schema)
    } catch (error) {
      const fault = teamFault(error)
      // Whether the server did it isn't known; the next question goes over a new connection.
      if (fault.details.reason === 'offline') await this.#drop(session)
      throw fault
    }
  }

  #open(): Promise<Session> {
    // From when it took the engine, the desk's session is its own.
    if (this.#isClosed) return Promise.reject(new Fault('team', { reason: 'offline', value: '' }))
    if (this.#session && !this.#isOwn && this.#parts.engine.isHeld()) void this.#drop(this.#session)
    if (this.#session) return this.#session
    const session = this.#arrive().catch((error: unknown) => {
      if (this.#session === session) this.#session = null
      throw error
    })
    this.#session = session
    return session
  }

  /**
   * A command may begin while the window does: the first to speak is refused in the middle of its report, and repeats
   * it.
   */
  async #arrive(): Promise<Session> {
    for (let times = 1; ; times++)
      try {
        return await this.#connect()
      } catch (error) {
        const reason = error instanceof Fault ? error.details.reason : null
        const isOvertaken = reason === 'restored' || (reason === 'session' && !this.#parts.engine.isHeld())
        if (!isOvertaken || times === mostArrivals) throw error
        // Two that begin again at the same moment would refuse each other for ever.
        await setTimeout(Math.random() * arrivalMs)
      }
  }

  async #connect(): Promise<Session> {
    const { file, secret, version, witness, onHello, engine } = this.#parts
    this.#isOwn = engine.isHeld()
    const client = await connectTo(file.server, { user: file.role, password: passwordOf(await secret()) })
    try {
      const hello = demanded(
        await askServer(
          client,
          'hello',
          { protocol, fingerprints, version, name: file.name, aside: engine.isElsewhere(), ...witness() },
          helloSchema,
        ),
      )
      await onHello(hello, (name, question, schema) =>
        askServer(client, name, { ...placeOf(hello), ...question }, schema),
      )
      client.once('end', () => this.#forget(client))
      client.once('error', () => this.#forget(client))
      return { client, hello }
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
  }

  #forget(client: pg.Client): void {
    const session = this.#session
    // A team in the making may still fail, which its caller hears.
    void session?.then(
      (open) => {
        if (open.client === client && this.#session === session) this.#session = null
      },
      () => undefined,
    )
  }

  /** Ends a session; one that began after it stays. */
  async #drop(session: Promise<Session> | null): Promise<void> {
    if (this.#session === session) this.#session = null
    const open = await session?.catch(() => null)
    // A half-open connection ends nothing by itself.
    if (open) await Promise.race([open.client.end().catch(() => undefined), shortly()])
  }
}

/** Facts that each question of a session carries. */
const placeOf = ({ session, epoch }: Hello) => ({ session, epoch })

const shortly = (): Promise<void> => setTimeout(500, undefined, { ref: false })

/** @throws Fault `team` for a refusal */
export function demanded<Answer extends object>(answer: Answer | Refused): Answer {
  if (isRefused(answer)) throw new Fault('team', { reason: answer.refused, value: answer.who ?? '' })
  return answer
}

/**
 * Checks that its server lets a desk in, whose role has the name of its team.
 * @throws Fault `team` if it doesn't
 */
export async function askAt({ server, role }: TeamFile, secret: string): Promise<void> {
  const client = await connectFirst(server, { user: role, password: passwordOf(secret) })
  try {
    demanded(await askServer(client, 'status', {}, z.object({})))
  } finally {
    await client.end().catch(() => undefined)
  }
}

const enteredSchema = z.object({ name: z.string(), rights: z.string(), team: z.string() })

/**
 * Uses an invitation up: the desk's role gets a password of the desk's own secret, known to this desk alone.
 * @param keep keeps at the desk what it needs; if that fails, the invitation can be used again
 * @throws Fault `team`
 */
export async function enterTeam(
  { team, role, server, secret: invited }: Invitation,
  secret: string,
  keep: (file: TeamFile) => void,
): Promise<TeamFile> {
  const client = await connectFirst(server, { user: role, password: passwordOf(invited) }).catch(
    (error: unknown) => {
      throw overIfRefused(error)
    },
  )
  try {
    const verifier = verifierOf(passwordOf(secret))
    return await committed(client, async () => {
      const { name } = demanded(await askServer(client, 'enter', { verifier }, enteredSchema))
      const file = { version: 1, team, name, role, server } as const
      keep(file)
      return file
    })
  } catch (error) {
    throw teamFault(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * A login that was made for one desk and one day is refused when it was used, withdrawn or is too old. Which hosts may connect (`pg_hba.conf`) has
 * nothing to do with it.
 */
function overIfRefused(error: unknown): unknown {
  const isOver =
    error instanceof Fault &&
    error.details.reason === 'login' &&
    !String(error.details.value).includes('pg_hba.conf')
  return isOver ? new Fault('team', { reason: 'code-over' }, { cause: error }) : error
}

/**
 * The server at `HOST:PORT`, or `HOST`.
 * @param ca what its certificate is signed by, in PEM; as before if it isn't given
 * @throws Fault `team`
 */
export function atAddress(before: TeamServer, address: string | undefined, ca = before.ca): TeamServer {
  const server = { ...before, ca }
  if (address === undefined) return server
  const found = /^(?<host>[^\s:]+)(?::(?<port>\d{1,5}))?$/.exec(address)?.groups
  const port = Number(found?.port ?? 5432)
  if (!found || port < 1 || port > 65_535) throw new Fault('team', { reason: 'address', value: address })
  return { ...server, host: found.host ?? server.host, port }
}
