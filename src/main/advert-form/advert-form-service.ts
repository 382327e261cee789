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
import { fieldKinds } from '../writes/field-kinds.ts'
import { kindOf } from '#shared/batch/field-lists.ts'
import type { Batches } from '../batch/open-batches.ts'
import type { Context } from '../context/context.ts'
import type { InventoryService } from '../inventory/inventory-service.ts'
import type { Planning } from '../joins/plan-draft.ts'
import type { LookupsService } from '../lookups/lookups-service.ts'
import { VehicleLists } from '../lookups/vehicle-lists.ts'
import type { NamesTable } from '../names/names-table.ts'
import { AdvertFormTable } from './advert-form-table.ts'
import { beginForm, checkForm, knownAdvert } from './checked-form.ts'

/** The choices that a list of names belongs to. */
interface FormVehicle {
  readonly make: number | null
  readonly model: number | null
  readonly generation: number | null
  readonly body: number | null
  readonly base: number | null
}

interface Parts {
  readonly inventory: InventoryService
  readonly batches: Batches
  readonly lookups: LookupsService
  readonly names: NamesTable
}

const isBlank = ({ cells, like }: Form): boolean =>
  like === null && Object.values(cells).every((text) => text.trim() === '')

/** The form of a new advert: one for each account, on the disk from its first letter until it is sent or discarded. */
export class AdvertFormService {
  readonly #context: Context
  readonly #parts: Parts
  readonly #planning: Planning
  readonly #table: AdvertFormTable
  readonly #lists: VehicleLists

  constructor(context: Context, parts: Parts, planning: Planning) {
    const { lookups, names } = parts
    this.#context = context
    this.#parts = parts
    this.#planning = planning
    this.#table = new AdvertFormTable(context.forms)
    this.#lists = new VehicleLists(lookups, names, () => this.#accountId())
  }

  async kept(): Promise<KeptForm> {
    const accountId = await this.#accountId()
    return { accountId, form: this.#table.find(accountId) }
  }

  /** Keeps the form. @returns what its check finds; null if another account is the current one */
  async keep(accountId: string, form: Form): Promise<FormCheck | null> {
    if (isBlank(form)) this.#table.remove(accountId)
    else this.#table.put(accountId, form)
    if ((await this.#accountId()) !== accountId) return null
    return this.#check(form.cells)
  }

  discard(accountId: string): void {
    this.#table.remove(accountId)
  }

  /** A form with the values of an advert; what isn't known of it is named. */
  async like(id: number): Promise<Form | null> {
    const known = knownAdvert(this.#parts.inventory, this.#parts.batches, await this.#accountId(), id)
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
    const lists = this.#lists
    try {
      const names = await lists.read(list, within, signal)
      if (names) return { names: [...names], source: 'service', failure: null }
    } catch (error) {
      return {
        names: [...(await lists.known(list, within))],
        source: 'known',
        failure: this.#context.words(error),
      }
    }
    return { names: [...(await lists.known(list, within))], source: 'known', failure: null }
  }

  /** Begins a draft of the form; none if a problem is an error, or another account is the current one. */
  async stage(accountId: string, form: Form): Promise<{ check: FormCheck; draft: MadeDraft | null }> {
    const check = await this.#check(form.cells)
    const { problems, names, payload } = check
    const isOther = (await this.#accountId()) !== accountId
    if (isOther || problems.some(({ severity }) => severity === 'error')) return { check, draft: null }
    const vehicle = Object.values(names).join(' ') || String(payload.model_id)
    const name = m
      .advert_form_batch({ vehicle })
      .replaceAll(/[\\/:*?"<>|]/g, ' ')
      .slice(0, 200)
    return { check, draft: await beginForm(this.#planning.drafts, name, payload) }
  }

  async #accountId(): Promise<string> {
    return (await this.#context.accounts.owner()).accountId
  }

  /** Checks the cells as a row of an import for the current account. */
  async #check(cells: FormCells): Promise<FormCheck> {
    return checkForm(await this.#planning.account(), cells)
  }
}
