import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Counter } from './counter.ts'

/** A folder that is watched, as the program that fills it and the person who looks at it see it. */
export function watchedPlace(counter: Counter, name = 'dms') {
  const folder = counter.path(name)
  mkdirSync(folder)
  const own = (...parts: string[]): string => join(folder, ...parts)
  return {
    folder,
    path: own,
    /** A file that nobody has written to for a while, put there as a whole. */
    drop(name: string, text: string | Uint8Array): void {
      const draft = counter.path('draft')
      writeFileSync(draft, text)
      const before = Date.now() / 1_000 - 60
      utimesSync(draft, before, before)
      renameSync(draft, own(name))
    },
    list(...parts: string[]): string[] {
      return existsSync(own(...parts)) ? readdirSync(own(...parts)).sort() : []
    },
    text: (...parts: string[]): string => readFileSync(own(...parts), 'utf8'),
    /** The prices of the creates that the service executed. */
    async created(): Promise<number[]> {
      const ledger = await counter.control.ledger()
      return ledger
        .filter(({ method, committed }) => method === 'POST' && committed)
        .map(({ params }) => Number(params.price))
        .sort((one, other) => one - other)
    },
  }
}

export type WatchedPlace = ReturnType<typeof watchedPlace>
