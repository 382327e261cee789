import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { Form, FormCheck } from '#shared/advert-form/advert-form-calls.ts'
import type { MadeDraft } from '#shared/import/draft.ts'
import { vehicleFields } from '#shared/advert-form/form-fields.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import type { Problem } from '#shared/batch/row.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import { RequestState } from '../ui/request.svelte.ts'
import { FormLists, type FormVehicle } from './form-lists.svelte.ts'

const emptyForm: Form = { cells: {}, generation: '', body: '', like: null }
const unchecked: FormCheck = { problems: [], payload: {}, names: {} }

const idOf = (text: string | undefined): number | null =>
  text !== undefined && /^\s*[1-9]\d{0,14}\s*$/.test(text) ? Number(text) : null

/** The form of the current account. Main has every change of it on the disk, so that a restart loses nothing. */
export class AdvertFormState {
  accountId = $state('')
  form = $state.raw<Form>(emptyForm)
  check = $state.raw<FormCheck>(unchecked)
  /** Fields that were left once: only then it is said that they are required. */
  touched = $state.raw<ReadonlySet<FieldName>>(new Set())
  /** The form was to be sent: whatever is lacking is said. */
  attempted = $state(false)
  /** Why the form could not be kept. */
  failure = $state.raw<Failure | null>(null)
  readonly lists: FormLists
  /** Reading the form, and making a draft of it. */
  readonly request = new RequestState()
  readonly #client: Client<Calls>
  /** By the account: what is not on the disk yet, or could not be kept there. */
  readonly #unkept = new Map<string, Form>()
  #keeping = false
  /** The form that went into a wizard, until its rows are sent. */
  #staged: { readonly by: object; readonly accountId: string } | null = null

  /** Nothing was entered or copied. */
  readonly blank = $derived(
    this.form.like === null && Object.values(this.form.cells).every((text) => text.trim() === ''),
  )
  /** The ids of what was chosen: typed as ids, or found by their names. */
  readonly vehicle: FormVehicle = $derived({
    make: this.#idIn('marka_id'),
    model: this.#idIn('model_id'),
    generation: idOf(this.form.generation),
    body: idOf(this.form.body),
    base: this.#idIn('base_id'),
  })

  constructor(client: Client<Calls>) {
    this.#client = client
    this.lists = new FormLists(client)
  }

  /** Reads the form of the current account, and checks it. */
  async load(): Promise<void> {
    const kept = await this.request.replace((signal) => this.#client('advert-form:kept', null, { signal }))
    if (!kept) return
    if (kept.accountId !== this.accountId) this.lists.clear()
    const unkept = this.#unkept.get(kept.accountId)
    // The form here is newer than the one on the disk.
    if (kept.accountId !== this.accountId || !unkept) this.#begin(unkept ?? kept.form ?? emptyForm)
    this.accountId = kept.accountId
    void this.#keep()
  }

  text(field: FieldName): string {
    return this.form.cells[field] ?? ''
  }

  set(field: FieldName, text: string): void {
    const level = vehicleFields.findIndex((each) => each === field)
    const inner: readonly FieldName[] = level < 0 ? [] : vehicleFields.slice(level + 1)
    // What is inside of another make, model or modification is another vehicle's.
    const kept = Object.entries(this.form.cells).filter(([name]) => !inner.some((each) => each === name))
    const cells = { ...Object.fromEntries(kept), [field]: text }
    const narrowed = field === 'marka_id' || field === 'model_id' ? { generation: '', body: '' } : {}
    this.#change({ ...this.form, ...narrowed, cells })
  }

  /** Narrows the modifications; the one that was chosen stays until another is. */
  narrow(part: Partial<Pick<Form, 'generation' | 'body'>>): void {
    this.#change({ ...this.form, ...part })
  }

  leave(field: FieldName): void {
    if (!this.touched.has(field)) this.touched = new Set([...this.touched, field])
  }

  problemsOf(column: string): readonly Problem[] {
    return this.check.problems.filter((problem) => problem.column === column && this.#isSaid(problem))
  }

  /** Fields with an error, whether it is said already or not. */
  wrong(code: 'required' | 'other'): string[] {
    const errors = this.check.problems.filter(({ severity }) => severity === 'error')
    return errors.flatMap((each) =>
      (each.code === 'required') === (code === 'required') ? [each.column] : [],
    )
  }

  /** The values of an advert as a form; null if nothing is known of it. */
  like(id: number): Promise<Form | null | undefined> {
    return this.request.run(() => this.#client('advert-form:like', { id }))
  }

  replace(form: Form): void {
    this.#begin(form)
    this.#change(form)
  }

  async discard(): Promise<void> {
    const { accountId } = this
    this.#unkept.delete(accountId)
    this.#begin(emptyForm)
    await this.request.run(() => this.#client('advert-form:discard', { accountId }))
  }

  /** The form as a draft for the check of an import; null while something is wrong with it, which is said from then on. */
  async stage(): Promise<MadeDraft | null> {
    this.attempted = true
    const { accountId, form } = this
    const made = await this.request.run(() => this.#client('advert-form:stage', { accountId, form }))
    if (!made) return null
    this.check = made.check
    return made.draft
  }

  /** The form's draft is in this wizard now. */
  staged(by: object): void {
    this.#staged = { by, accountId: this.accountId }
  }

  /** The rows of a wizard became a batch of the account: the form that they came from has done its work. */
  async sent(by: object, accountId: string): Promise<void> {
    if (this.#staged?.by !== by || this.#staged.accountId !== accountId) return
    this.#staged = null
    this.#unkept.delete(accountId)
    if (accountId === this.accountId) this.#begin(emptyForm)
    await this.request.run(() => this.#client('advert-form:discard', { accountId }))
  }

  #idIn(field: 'marka_id' | 'model_id' | 'base_id'): number | null {
    const text = this.form.cells[field]
    if (text === undefined || text.trim() === '') return null
    const found = this.check.payload[field]
    return idOf(text) ?? (typeof found === 'number' ? found : null)
  }

  #isSaid({ code, column }: Problem): boolean {
    return code !== 'required' || this.attempted || [...this.touched].some((field) => field === column)
  }

  #begin(form: Form): void {
    this.form = form
    this.check = unchecked
    this.touched = new Set()
    this.attempted = false
    this.failure = null
  }

  #change(form: Form): void {
    this.form = form
    if (this.#staged?.accountId === this.accountId) this.#staged = null
    void this.#keep()
  }

  /** One call after another, each with the newest form: an older one must not come to the disk after it. */
  async #keep(): Promise<void> {
    this.#unkept.set(this.accountId, this.form)
    if (this.#keeping) return
    this.#keeping = true
    const refused = new Set<Form>()
    for (;;) {
      const next = [...this.#unkept].find(([, form]) => !refused.has(form))
      if (!next) break
      const [accountId, form] = next
      const reply = await this.#client('advert-form:keep', { accountId, form })
      // What could not be kept stays here until it can.
      if (!reply.ok) refused.add(form)
      else if (this.#unkept.get(accountId) === form) this.#unkept.delete(accountId)
      if (accountId !== this.accountId || form !== this.form) continue
      this.failure = reply.ok ? null : reply.failure
      if (reply.ok && reply.value) this.check = reply.value
    }
    this.#keeping = false
  }
}

/** The window's form outlives the page. */
export const advertFormOf = perWindow((app) => new AdvertFormState(app.client))
