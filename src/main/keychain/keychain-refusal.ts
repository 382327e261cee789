import type { Refusal } from './keychain-messages.ts'

/**
 * Texts of a keychain that exists but is locked, by their origin. Only text reaches us: keytar drops the
 * error's number on every system.
 */
const lockedTexts: readonly RegExp[] = [
  // Secret Service: org.freedesktop.Secret.Error.IsLocked ("Cannot create an item in a locked collection").
  /\blocked\b/i,
  // libsecret: the person closed the prompt, or D-Bus timed out waiting for an answer to it.
  /dismissed|cancell?ed|timeout was reached/i,
  // macOS: errSecInteractionNotAllowed and errSecInDarkWake, a session without a screen for a prompt.
  /interaction is not allowed|no ui possible/i,
  // macOS: errSecAuthFailed, the keychain's password was refused.
  /(user ?name or )?passphrase you entered is not correct/i,
]

/** Windows' Credential Manager opens with the session and has no locked state: whatever it refuses is unavailable. */
export const refusalOf = (reason: string): Refusal =>
  lockedTexts.some((text) => text.test(reason)) ? 'keychain-locked' : 'keychain-unavailable'
