/** How a request reaches the service: directly, or through a proxy. */
export type Route =
  | {
      readonly kind: 'direct'
    }
  | {
      readonly kind: 'proxy'
      readonly uri: string
    }
/** Answers for a URL in Chromium's PAC form: `PROXY host:port; DIRECT`. */
export type ProxyFor = (url: string) => Promise<string>
/** A setting that names no proxy that can be used. To connect directly instead is not for the app to decide. */
export declare class ProxySettingError extends Error {
  readonly setting: string
  constructor(setting: string)
}
export declare const direct: Route
/**
 * The entries of a PAC answer that can be followed, in its order: a later one is for when an earlier can't be reached.
 * @throws ProxySettingError if it has entries and none of them can be followed.
 */
export declare function parseRoutes(pac: string): readonly Route[]
/**
 * A proxy's address without its login, and the login apart; one in a SOCKS address stays there.
 * @throws URIError for a broken escape
 */
export declare function loginOf(uri: string): {
  readonly url: URL
  readonly login: string | null
}
/** Requests to the machine itself never leave it: the sandbox must not depend on a proxy. */
export declare const isLoopback: ({ hostname }: Pick<URL, 'hostname'>) => boolean
type Environment = Readonly<Record<string, string | undefined>>
/**
 * The proxy of the environment (HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY in either case): the command line's way.
 * Rejects with a ProxySettingError that names the variable if its value is no proxy.
 */
export declare const environmentProxy: (env: Environment) => ProxyFor
export {}
