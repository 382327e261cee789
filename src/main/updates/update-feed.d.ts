import { type KeyObject } from 'node:crypto'
import { z } from 'zod'
/**
 * Where new versions are told, and whose signature counts. It is decided when the app is built: there is no address that all builds
 * have.
 */
export declare const updateFeedSchema: z.ZodObject<
  {
    address: z.ZodString
    hosts: z.ZodDefault<z.ZodArray<z.ZodString>>
    keys: z.ZodArray<z.ZodString>
  },
  z.core.$strip
>
export type UpdateFeed = z.infer<typeof updateFeedSchema>
/**
 * The feed of this build; null if it has none. Only while nothing is packaged may a variable name another one, as for policies.
 * @throws ZodError or SyntaxError for a variable that is none
 */
export declare function updateFeed(isPackaged: boolean, env: NodeJS.ProcessEnv): UpdateFeed | null
/** All hosts that may be asked for new versions. */
export declare const hostsOf: ({ address, hosts }: UpdateFeed) => readonly string[]
export declare const keysOf: ({ keys }: UpdateFeed) => readonly KeyObject[]
/** Whether nobody on the way can change what comes: the signature is checked even so. */
export declare const isSafe: (url: URL) => boolean
