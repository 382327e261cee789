import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { DatabaseSync } from 'node:sqlite'
import { Control } from './control/control.ts'
import { FaultTable } from './control/faults.ts'
import { Modes } from './control/modes.ts'
import { quirkNames, Quirks } from './control/quirks.ts'
import type { Sandbox, SandboxOptions } from './sandbox-options.ts'
import { openDatabase } from './server/database.ts'
import { settleIdentity, worldReached, type Identity } from './server/identity.ts'
import { listen, shut } from './server/listening.ts'
import { logError } from './server/log-error.ts'
import { RequestCounter } from './server/request-counter.ts'
import { RequestHandler, sendFailure } from './server/request-handler.ts'
import { Service } from './server/service.ts'
import { writesPath } from './server/write-executor.ts'
import { WorldClock } from './world/world-clock.ts'

export type { Sandbox, SandboxOptions } from './sandbox-options.ts'

/** More than the longest address that is answered, so that a longer one gets its 414. */
const headerLimit = 65_536

/**
 * Starts the service in the calling thread, on loopback unless a host is given. The same file brings back the same key,
 * user, stock and whatever was written. Rejects if the port is taken or the file can't be opened.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const database = openDatabase(options.databasePath)
  const identity = settleIdentity(database, { ...options, daysAgo: options.liveWorld?.daysAgo ?? 0 })
  const controlToken = options.controlToken ?? randomBytes(16).toString('hex')
  const closing = new AbortController()
  const parts = { database, identity, controlToken, closing: closing.signal }
  const server = serve(handlerOf(options, parts), closing.signal)
  let baseUrl: string
  try {
    baseUrl = await listen(server, options.port, options.host)
  } catch (error) {
    database.close()
    throw error
  }
  const close = async () => {
    closing.abort()
    await shut(server)
    if (database.isOpen) database.close()
  }
  return { baseUrl, key: identity.key, userId: identity.userId, controlToken, close }
}

interface SandboxParts {
  readonly database: DatabaseSync
  readonly identity: Identity
  readonly controlToken: string
  readonly closing: AbortSignal
}

function handlerOf(options: SandboxOptions, parts: SandboxParts): RequestHandler {
  const { database, identity, controlToken, closing } = parts
  const quirks = new Quirks(options.quirks === true ? quirkNames : [])
  const faults = new FaultTable()
  const requests = new RequestCounter()
  const modes = new Modes({
    profile: options.profile ?? 'contract',
    newElsewhere: identity.newElsewhere,
    off: { ...options.off, ...(options.ownList === false ? { [writesPath]: 404 as const } : {}) },
  })
  const { liveWorld, cors = false, latency = 0 } = options
  const service = new Service({
    database,
    identity,
    quirks,
    modes,
    clock: clockOf(options, parts),
    liveWorld,
  })
  const control = new Control({ token: controlToken, service, faults, quirks, modes, requests })
  const page = { liveWorld: liveWorld !== undefined, profile: () => modes.settings.profile }
  return new RequestHandler({ service, control, faults, requests, closing, latency, cors, page })
}

/** A world that began in the past goes on where it stopped; any other is in the present. */
function clockOf({ liveWorld }: SandboxOptions, { database, identity }: SandboxParts): WorldClock {
  const { daysAgo = 0, speed = 1 } = liveWorld ?? {}
  return new WorldClock(daysAgo > 0 ? { at: worldReached(database) ?? identity.seededAt, speed } : { speed })
}

function serve(handler: RequestHandler, closing: AbortSignal): Server {
  return createServer({ maxHeaderSize: headerLimit, keepAliveTimeout: 30_000 }, (request, response) => {
    handler.handle(request, response).catch((error: unknown) => {
      if (!closing.aborted) logError('The sandbox failed to answer', error)
      sendFailure(response)
    })
  })
}
