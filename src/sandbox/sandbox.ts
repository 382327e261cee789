import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { DatabaseSync } from 'node:sqlite'
import { Control } from './control/control.ts'
import { FaultTable } from './control/faults.ts'
import { quirkNames, Quirks } from './control/quirks.ts'
import type { Sandbox, SandboxOptions } from './sandbox-options.ts'
import { openDatabase } from './server/database.ts'
import { settleIdentity, type Identity } from './server/identity.ts'
import { RequestCounter } from './server/request-counter.ts'
import { RequestHandler, sendFailure } from './server/request-handler.ts'
import { Service } from './server/service.ts'
import { logError } from './server/log-error.ts'
import { Modes } from './control/modes.ts'
import { writesPath } from './server/write-executor.ts'

export type { Sandbox, SandboxOptions } from './sandbox-options.ts'

/** More than the longest address that is answered, so that a longer one gets its 414. */
const headerLimit = 65_536

/**
 * Starts the embedded service on loopback, in the calling thread. The same file brings back the same key, user,
 * stock and whatever was written. Rejects if the port is taken or the file can't be opened.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const database = openDatabase(options.databasePath)
  const identity = settleIdentity(database, options)
  const controlToken = options.controlToken ?? randomBytes(16).toString('hex')
  const closing = new AbortController()
  let baseUrl = ''
  const parts = { database, identity, controlToken, closing: closing.signal, origin: () => baseUrl }
  const server = serve(handlerOf(options, parts), closing.signal)
  try {
    baseUrl = `http://127.0.0.1:${await listen(server, options.port ?? 0)}`
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
  /** The sandbox's own address, known once it listens. */
  readonly origin: () => string
}

function handlerOf(options: SandboxOptions, parts: SandboxParts): RequestHandler {
  const { database, identity, origin, controlToken, closing } = parts
  const quirks = new Quirks(options.quirks === true ? quirkNames : [])
  const faults = new FaultTable()
  const requests = new RequestCounter()
  const modes = new Modes({
    profile: options.profile ?? 'contract',
    newElsewhere: identity.newElsewhere,
    off: { ...options.off, ...(options.ownList === false ? { [writesPath]: 404 as const } : {}) },
  })
  const service = new Service({ database, identity, quirks, modes, origin })
  const control = new Control({ token: controlToken, service, faults, quirks, modes, requests })
  return new RequestHandler({ service, control, faults, requests, closing, latency: options.latency ?? 0 })
}

function serve(handler: RequestHandler, closing: AbortSignal): Server {
  return createServer({ maxHeaderSize: headerLimit, keepAliveTimeout: 30_000 }, (request, response) => {
    handler.handle(request, response).catch((error: unknown) => {
      if (!closing.aborted) logError('The sandbox failed to answer', error)
      sendFailure(response)
    })
  })
}

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })

/** Ends every connection, also those that a fault never answers. */
const shut = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
