import { loadLook, saveLook } from './saved-look.ts'
import type { Tone } from './tone.ts'

/** Notice that the window showed and took away again. */
export interface PastNotice {
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
export class PastNotices {
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
