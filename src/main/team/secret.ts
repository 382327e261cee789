import { createHmac, hkdfSync, pbkdf2Sync, createHash, randomBytes } from 'node:crypto'
import { Fault } from '#shared/bridge/failure.ts'

const bytes = 32

/** A desk's one secret, of which everything else is derived: 32 bytes as base64url. */
export const newSecret = (): string => randomBytes(bytes).toString('base64url')

/** @throws Fault `team` if it is no secret, such as one that was cut while it was copied */
export function checkedSecret(text: string): string {
  const secret = text.trim()
  if (!/^[\w-]{43}$/.test(secret) || Buffer.from(secret, 'base64url').length !== bytes)
    throw new Fault('team', { reason: 'secret-form' })
  return secret
}

/** The password of the desk's database role: the secret itself never leaves the desk. */
export const passwordOf = (secret: string): string =>
  Buffer.from(
    hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', 'forecourt team password', bytes),
  ).toString('base64url')

/**
 * PostgreSQL's form of a password (SCRAM-SHA-256, RFC 5803). It is made here, so that no statement, and so no log of
 * the server, has the password itself.
 */
export function verifierOf(password: string): string {
  const salt = randomBytes(16)
  const rounds = 4096
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, rounds, bytes, 'sha256')
  const keyed = (text: string): Buffer => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`
}
