import type { SecureContext } from 'node:tls'

let trusted: SecureContext | undefined

/**
 * Node's own certificates joined with the system's, to which company proxies and antivirus programs add theirs. Made on
 * first use and shared: reading some hundred certificates for each connection would block the process for 15 ms.
 */
function trust(): SecureContext {
  trusted ??= madeTrust()
  return trusted
}

/** Node's TLS is loaded here and not with this file: that takes as long as an empty Node, and most commands send nothing. */
function madeTrust(): SecureContext {
  const { createSecureContext, getCACertificates } = process.getBuiltinModule('node:tls')
  return createSecureContext({
    ca: [...new Set([...getCACertificates('default'), ...getCACertificates('system')])],
  })
}

/**
 * Time for which an address of a host may take to connect before its next one is tried, in ms. Node's own quarter of a
 * second also ends those that are only far away.
 */
export const attemptMs = 2_000

/** Options for making a connection to this address and checking it. */
export const tlsOptions = ({ protocol }: Pick<URL, 'protocol'>, timeout: number) => ({
  timeout,
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: attemptMs,
  // Said here, because otherwise NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment would switch the check off.
  rejectUnauthorized: true,
  ...(protocol === 'https:' ? { secureContext: trust() } : {}),
})
