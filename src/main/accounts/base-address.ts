import { readBaseUrl } from '#shared/accounts/base-address.ts'
import { Fault } from '#shared/bridge/failure.ts'

/**
 * The service's address as accounts hold it. The address itself is left out of the details: what was refused may hold a
 * password or a key.
 * @throws Fault `account-address` with a `reason`: form, scheme, credentials, query or https.
 */
export function checkedBaseUrl(text: string): string {
  const read = readBaseUrl(text)
  if ('problem' in read) throw new Fault('account-address', { reason: read.problem })
  return read.baseUrl
}
