/**
 * Settings of this process that a child must not inherit: the key of the command line, and Node's own reports about it.
 */
const withheld: ReadonlySet<string> = new Set([
  'FORECOURT_API_KEY',
  'NODE_OPTIONS',
  'NODE_DEBUG',
  'NODE_DEBUG_NATIVE',
  'SSLKEYLOGFILE',
])

/** The environment of a child. Windows knows names in any case. */
export const childEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !withheld.has(name.toUpperCase())))
