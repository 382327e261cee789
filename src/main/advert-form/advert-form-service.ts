import type {
  Form,
  FormCells,
  FormCheck,
  FormNames,
  KeptForm,
} from '#shared/advert-form/advert-form-calls.ts'
import { formFields, type FormList } from '#shared/advert-form/form-fields.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { MadeDraft } from '#shared/import/draft.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import { fieldKinds } from '../writes/field-kinds.ts'
import { kindOf } from '#shared/batch/field-lists.ts'
import type { Values } from '../writes/values.ts'
import type { AdvertFormTable } from './advert-form-table.ts'

/** The choices that a list of names belongs to. */
interface FormVehicle {
  readonly make: number | null
  readonly model: number | null
  readonly generation: number | null
  readonly body: number | null
  readonly base: number | null
}

type Names = readonly FormNames['names'][number][]

export interface AdvertFormPorts {
  readonly table: AdvertFormTable
  /** The current account. */
  readonly accountId: () => Promise<string>
  /** Now, ISO 8601. */
  readonly now: () => string
  /** Checks the cells as a row of an import for the current account. */
  readonly check: (cells: FormCells) => Promise<FormCheck>
  /** Begins a draft that creates an advert with this payload. */
  readonly begin: (name: string, payload: Values) => Promise<MadeDraft>
  /** What is known of an advert, by the contract's names; null if nothing is. */
  readonly advert: (
    accountId: string,
    id: number,
  ) => { readonly title: string; readonly values: Values } | null
  readonly lists: {
    /** Null if the service has no such list; throws if it doesn't answer. */
    read(list: FormList, within: FormVehicle, signal?: AbortSignal): Promise<Names | null>
    known(list: FormList, within: FormVehicle): Promise<Names>
  }
  readonly words: (error: unknown) => Failure
}

const isBlank = ({ cells, like }: Form): boolean =>
  like === null && Object.values(cells).every((text) => text.trim() === '')

/** The form of a new advert: one for each account, on the disk from its first letter until it is sent or discarded. */
export class AdvertFormService {
  readonly #ports: AdvertFormPorts

  constructor(ports: AdvertFormPorts) {
    this.#ports = ports
  }

  async kept(): Promise<KeptForm> {
    const accountId = await this.#ports.accountId()
    return { accountId, form: this.#ports.table.find(accountId) }
  }

  /** Keeps the form. @returns what its check finds; null if another account is the current one */
  async keep(accountId: string, form: Form): Promise<FormCheck | null> {
    const { table, now, check } = this.#ports
    if (isBlank(form)) table.remove(accountId)
    else table.put(accountId, form, now())
    if ((await this.#ports.accountId()) !== accountId) return null
    return check(form.cells)
  }

  discard(accountId: string): void {
    this.#ports.table.remove(accountId)
  }

  /** A form with the values of an advert; what isn't known of it is named. */
  async like(id: number): Promise<Form | null> {
    const known = this.#ports.advert(await this.#ports.accountId(), id)
    if (!known) return null
    const { title, values } = known
    const cells: FormCells = {}
    for (const field of formFields) {
      const value = values[field]
      if (value !== undefined && value !== '') cells[field] = String(fieldKinds[kindOf(field)].cell(value))
    }
    const missing = formFields.filter((field) => values[field] === undefined)
    return { cells, generation: '', body: '', like: { id, title, missing: [...missing] } }
  }

  /** A list of names, or what this computer knows of it if the service doesn't give it. */
  async names(list: FormList, within: FormVehicle, signal?: AbortSignal): Promise<FormNames> {
    const { lists, words } = this.#ports
    try {
      const names = await lists.read(list, within, signal)
      if (names) return { names: [...names], source: 'service', failure: null }
    } catch (error) {
      return { names: [...(await lists.known(list, within))], source: 'known', failure: words(error) }
    }
    return { names: [...(await lists.known(list, within))], source: 'known', failure: null }
  }

  /** Begins a draft of the form; none if a problem is an error, or another account is the current one. */
  async stage(accountId: string, form: Form): Promise<{ check: FormCheck; draft: MadeDraft | null }> {
    const check = await this.#ports.check(form.cells)
    const { problems, names, payload } = check
    const isOther = (await this.#ports.accountId()) !== accountId
    if (isOther || problems.some(({ severity }) => severity === 'error')) return { check, draft: null }
    const vehicle = Object.values(names).join(' ') || String(payload.model_id)
    const name = m
      .advert_form_batch({ vehicle })
      .replaceAll(/[\\/:*?"<>|]/g, ' ')
      .slice(0, 200)
    return { check, draft: await this.#ports.begin(name, payload) }
  }
}
