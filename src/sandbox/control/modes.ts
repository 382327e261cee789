import { z } from 'zod'
import { profiles } from './profiles.ts'

/** Refusals of an optional address: it is not there, or the account may not use it. */
const offSchema = z.record(z.string(), z.union([z.literal(403), z.literal(404)]))

/**
 * Modes of a running sandbox. `off` has paths as docs/service writes them (`/auto/states/{id}/cities`) or prefixes that
 * end in `*`, with the status that answers a GET. `PUT /ria/basket/orders` is the one that is written.
 */
export const modesSchema = z.strictObject({
  profile: z.enum(profiles),
  newElsewhere: z.boolean(),
  off: offSchema,
})
export type ModeSettings = z.infer<typeof modesSchema>

/** Addresses of practice that the contract's profile lacks. */
const newVehiclePaths: readonly string[] = ['/auto/new/search', '/auto/new/auto/{id}']

/** A change of some of them. */
export const modesChangeSchema = modesSchema.partial()
export type ModesChange = z.infer<typeof modesChangeSchema>

/** The modes as they are now. Quirks and faults come on top of them. */
export class Modes {
  #settings: ModeSettings

  constructor(settings: ModeSettings) {
    this.#settings = settings
  }

  get settings(): ModeSettings {
    return this.#settings
  }

  get live(): boolean {
    return this.#settings.profile === 'live'
  }

  /** New-vehicle adverts have ids of 7 digits, and /auto/info does not show them. */
  get newElsewhere(): boolean {
    return this.#settings.newElsewhere
  }

  change({ profile, newElsewhere, off }: ModesChange): void {
    const now = this.#settings
    this.#settings = {
      profile: profile ?? now.profile,
      newElsewhere: newElsewhere ?? now.newElsewhere,
      off: off ?? now.off,
    }
  }

  /** The status that this path is refused with; undefined if it is served. */
  refusalOf(path: string, method: string): 403 | 404 | undefined {
    if (newVehiclePaths.includes(path) && !this.live && !this.newElsewhere) return 404
    const name = method === 'GET' ? path : `${method} ${path}`
    const rule = Object.entries(this.#settings.off).find(([pattern]) =>
      pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name,
    )
    return rule?.[1]
  }
}
