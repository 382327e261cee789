import type { KeychainAnswer, KeychainRequest, KeychainOutcome } from './keychain-messages.ts'
import { keychainRequestSchema, refused } from './keychain-messages.ts'
import { refusalOf } from './keychain-refusal.ts'
import { unreadItem } from './locked-item.ts'

/**
 * Entry of the keychain's child process, the one place that loads keytar. On a locked keyring keytar can hang in a
 * thread that only the end of the process stops. It gets one request at a time and sends one answer to each.
 */

/** Port that Electron's utilityProcess puts on `process`; plain Node has process.send instead. */
interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): void
  postMessage(message: unknown): void
}

const locked = refused('keychain-locked', 'the item is locked')

const refusedBecause = (reason: string): KeychainOutcome => refused(refusalOf(reason), reason)

async function perform(request: KeychainRequest): Promise<KeychainOutcome> {
  // Loaded here and not above: without its system library (libsecret) the import fails, and that is an answer.
  const { default: keytar } = await import('keytar')
  const unread = (): ReturnType<typeof unreadItem> => unreadItem(request.service, request.account)

  if (request.verb === 'forget') {
    const gone = await keytar.deletePassword(request.service, request.account)
    return !gone && (await unread()) === 'locked' ? locked : { outcome: 'done' }
  }
  if (request.verb === 'set') {
    await keytar.setPassword(request.service, request.account, request.key)
    // A prompt that the person closes ends without an error and without a stored key: only reading it back proves it.
    return (await keytar.getPassword(request.service, request.account)) === request.key
      ? { outcome: 'done' }
      : locked
  }
  const key = await keytar.getPassword(request.service, request.account)
  if (key !== null) return { outcome: 'key', key }
  const found = await unread()
  return found === 'locked'
    ? locked
    : found === 'no-text'
      ? { outcome: 'key', key: '' }
      : { outcome: 'missing' }
}

async function answer(message: unknown, reply: (answer: KeychainAnswer) => void): Promise<void> {
  const request = keychainRequestSchema.parse(message)
  const result = await perform(request).catch((error: unknown) =>
    refusedBecause(error instanceof Error ? error.message : String(error)),
  )
  reply({ id: request.id, result })
}

const { parentPort } = process as { parentPort?: ParentPort }
if (parentPort) {
  parentPort.on('message', ({ data }) => void answer(data, (reply) => parentPort.postMessage(reply)))
} else {
  process.on('message', (message) => void answer(message, (reply) => void process.send?.(reply)))
  // An orderly exit would wait for a thread that hangs in the keyring, and with the parent gone nothing else kills us.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}
