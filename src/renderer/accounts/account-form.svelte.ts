import { readBaseUrl } from '#shared/accounts/base-address.ts'
import type { AccountDraft, ListedAccount } from './accounts-state.svelte.ts'

export type FormProblem =
  | 'name'
  | 'address'
  | 'address-scheme'
  | 'address-insecure'
  | 'user-id'
  | 'key-length'
  | 'key-characters'

/** Place where the service answers for everybody (https://developers.ria.com/docs); another one can be typed. */
export const usualAddress = 'https://developers.ria.com'

function addressProblem(address: string): FormProblem | null {
  // A host alone: `service.example:443` would be read as a scheme and a path.
  if (/^(?!https?:)[\w-]+(\.[\w-]+)+(:\d+)?(\/.*)?$/i.test(address)) return 'address-scheme'
  const read = readBaseUrl(address)
  if ('baseUrl' in read) return null
  // A key in the clear is for a service on this computer only.
  return read.problem === 'https' || read.problem === 'scheme' ? 'address-insecure' : 'address'
}

function keyProblem(key: string): FormProblem | null {
  if (key === '') return null
  if (!/^[\x21-\x7e]*$/.test(key)) return 'key-characters'
  return key.length === 40 ? null : 'key-length'
}

/** Form for connecting an account. */
export class AccountForm {
  name = $state('')
  baseUrl = $state(usualAddress)
  userId = $state('')
  readAuth = $state<'query' | 'basic'>('query')
  /** Emptied as soon as it is saved. */
  key = $state('')
  /** Problems are shown after the first try, not while the form is being filled. */
  tried = $state(false)
  /** Null until the account was saved for the first time. */
  id = $state<string | null>(null)

  constructor(account: ListedAccount | null) {
    this.id = account?.id ?? null
    if (!account) return
    this.name = account.name
    this.baseUrl = account.baseUrl
    this.userId = String(account.userId)
    this.readAuth = account.readAuth
  }

  /** A new account begins with an address that an administrator allows. A saved one, and the key it has, moves nowhere by itself. */
  allow(addresses: readonly string[] | null): void {
    const [first] = addresses ?? []
    if (this.id === null && first !== undefined && !addresses?.includes(this.baseUrl)) this.baseUrl = first
  }

  get problems(): FormProblem[] {
    const length = this.name.trim().length
    return [
      length < 1 || length > 80 ? 'name' : null,
      addressProblem(this.baseUrl.trim()),
      /^\d{1,15}$/.test(this.userId.trim()) ? null : 'user-id',
      keyProblem(this.key.trim()),
    ].filter((problem) => problem !== null) as FormProblem[]
  }

  get draft(): AccountDraft {
    return {
      ...(this.id !== null && { id: this.id }),
      name: this.name.trim(),
      baseUrl: this.baseUrl.trim().replace(/\/+$/, ''),
      userId: Number(this.userId.trim()),
      readAuth: this.readAuth,
    }
  }

  /** Saves through `save`; the typed key is gone from here once it was taken over. */
  async submit(
    save: (draft: AccountDraft, key: string) => Promise<{ id: string | null; saved: boolean }>,
  ): Promise<string | null> {
    this.tried = true
    if (this.problems.length > 0) return null
    const { id, saved } = await save(this.draft, this.key.trim())
    this.id = id
    if (!saved) return null
    this.key = ''
    return id
  }
}

/** Place of the form that is open; what was typed in it stays there while another page is shown. */
export class OpenAccountForm {
  #form = $state.raw<AccountForm | null>(null)

  get form(): AccountForm | null {
    return this.#form
  }

  /** Opens the form of an account, or of a new one for null; one that is open for it goes on. */
  edit(account: ListedAccount | null): void {
    if (!this.#form || this.#form.id !== (account?.id ?? null)) this.#form = new AccountForm(account)
  }

  close(): void {
    this.#form = null
  }
}
