import { toast } from 'svelte-sonner'
import type { Tone } from './tone.ts'
import { loadLook, saveLook } from './saved-look.ts'

/** Notice that the window showed and took away again. */
interface PastNotice {
  /** ISO 8601. */
  readonly at: string
  readonly tone: Tone
  readonly title: string
  readonly text?: string | undefined
}

const look = 'past-notices'
const most = 200
/** Time for which they are kept, in ms. */
const keptFor = 7 * 24 * 3_600_000

/** The notices and toasts of the last days, of all accounts, the latest first, in the words that they had. */
class PastNotices {
  list = $state.raw<readonly PastNotice[]>(saved())

  note(notice: Omit<PastNotice, 'at'>): void {
    this.#keep(recent([{ at: new Date().toISOString(), ...notice }, ...this.list]).slice(0, most))
  }

  clear(): void {
    this.#keep([])
  }

  #keep(list: readonly PastNotice[]): void {
    this.list = list
    saveLook(look, list)
  }
}

function saved(): PastNotice[] {
  const list = loadLook(look)
  return Array.isArray(list) ? recent(list.filter(isNotice)) : []
}

const recent = (list: readonly PastNotice[]): PastNotice[] =>
  list.filter(({ at }) => Date.now() - Date.parse(at) < keptFor)

const isNotice = (value: unknown): value is PastNotice =>
  typeof value === 'object' &&
  value !== null &&
  ['at', 'tone', 'title'].every((part) => typeof (value as Record<string, unknown>)[part] === 'string')

interface ToastOptions {
  readonly tone?: Tone
  /** One thing to do about it, such as opening what ended. */
  readonly action?: { readonly label: string; readonly run: () => void }
  /** It only answers what the person just did: it goes soon, or with its page, and takes the place of an equal one. */
  readonly brief?: boolean
}

/** Time for which a word about what the person just did stays, in milliseconds: time to see it. */
const briefly = 2500

/** Messages about what ended and may be missed. Whatever must be answered is a notice or a dialog instead. */
export class Toasts {
  /** Notices of the past, to be read again. */
  readonly past = new PastNotices()

  /** Shows a toast in the window's ToastStack, which takes it away again after some seconds. */
  show(text: string, { tone = 'plain', action, brief = false }: ToastOptions = {}): void {
    if (brief) addEventListener('hashchange', () => void toast.dismiss(text), { once: true })
    else this.past.note({ title: text, tone })
    toast(text, {
      class: `toast tone ${tone === 'plain' ? 'accent' : tone}`,
      ...(brief && { id: text, duration: briefly }),
      ...(action && { action: { label: action.label, onClick: action.run } }),
    })
  }
}
