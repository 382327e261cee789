import { SvelteMap } from 'svelte/reactivity'
import type { Client, RequestOf } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { FormNames } from '#shared/advert-form/advert-form-calls.ts'
import type { FormList } from '#shared/advert-form/form-fields.ts'

export type FormVehicle = RequestOf<Calls['advert-form:names']>['within']

/** The choices that a list depends on, from the make down. */
const parents: Readonly<Record<FormList, readonly (keyof FormVehicle)[]>> = {
  makes: [],
  models: ['make'],
  generations: ['make', 'model'],
  bodies: ['make', 'model', 'generation'],
  bases: ['make', 'model', 'generation', 'body'],
  equips: ['make', 'model', 'base'],
}

const noVehicle: FormVehicle = { make: null, model: null, generation: null, body: null, base: null }

/** The lists of names that the form offers, each asked for when it is first shown. */
export class FormLists {
  readonly #client: Client<Calls>
  readonly #lists = new SvelteMap<string, FormNames>()
  readonly #asked = new Set<string>()

  constructor(client: Client<Calls>) {
    this.#client = client
  }

  /** Asks for a list, once. */
  load(list: FormList, vehicle: FormVehicle): void {
    const within = withinOf(list, vehicle)
    const key = keyOf(list, within)
    if (this.#asked.has(key)) return
    this.#asked.add(key)
    void this.#client('advert-form:names', { list, within }).then((reply) => {
      if (!this.#asked.has(key)) return
      this.#lists.set(key, reply.ok ? reply.value : { names: [], source: 'known', failure: reply.failure })
    })
  }

  /** Asks for a list again that the service did not give. */
  again(list: FormList, vehicle: FormVehicle): void {
    const key = keyOf(list, withinOf(list, vehicle))
    this.#asked.delete(key)
    this.#lists.delete(key)
    this.load(list, vehicle)
  }

  /** Undefined while it is asked for. */
  of(list: FormList, vehicle: FormVehicle): FormNames | undefined {
    return this.#lists.get(keyOf(list, withinOf(list, vehicle)))
  }

  /** Another account has other lists. */
  clear(): void {
    this.#lists.clear()
    this.#asked.clear()
  }
}

const withinOf = (list: FormList, vehicle: FormVehicle): FormVehicle => ({
  ...noVehicle,
  ...Object.fromEntries(parents[list].map((part) => [part, vehicle[part]])),
})

const keyOf = (list: FormList, within: FormVehicle): string =>
  `${list} ${parents[list].map((part) => within[part] ?? '').join(' ')}`
