import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { Control } from './control/control.ts'
import { openDatabase } from './server/database.ts'
import { FaultTable } from './control/faults.ts'
import { RequestCounter, sendFailure, takeRequest, type Front } from './server/front.ts'
import { settleIdentity } from './server/identity.ts'
import { quirkNames, Quirks } from './control/quirks.ts'
import type { Sandbox, SandboxOptions } from './sandbox-options.ts'
import { Service } from './server/service.ts'
import { tellError } from './server/tell-error.ts'

export type { Sandbox, SandboxOptions } from './sandbox-options.ts'

/** More than the longest address that is answered, so that a too long one gets its 414. */
const headerLimit = 65_536

/**
 * Starts the embedded service on loopback, in the calling thread. The same file brings back the same key, user,
 * stock and whatever was written. Rejects when the port is taken or the file can't be opened.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const database = openDatabase(options.databasePath)
  const identity = settleIdentity(database, options)
  const quirks = new Quirks(options.quirks === true ? quirkNames : [])
  const faults = new FaultTable()
  const requests = new RequestCounter()
  const controlToken = options.controlToken ?? randomBytes(16).toString('hex')
  let baseUrl = ''
  const ownList = options.ownList ?? true
  const service = new Service({ database, identity, quirks, ownList, origin: () => baseUrl })
  const control = new Control({
    token: controlToken,
    service,
    faults,
    quirks,
    requests,
    userId: identity.userId,
  })
  const closing = new AbortController()
  const server = serve({ service, control, faults, requests, closing: closing.signal })
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

function serve(front: Front): Server {
  return createServer({ maxHeaderSize: headerLimit, keepAliveTimeout: 30_000 }, (request, response) => {
    takeRequest(front, request, response).catch((error: unknown) => {
      if (!front.closing.aborted) tellError('The sandbox failed to answer', error)
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

/** Ends every connection, the ones that a fault never answers too. */
const shut = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
