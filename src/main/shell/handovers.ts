import type { App } from 'electron'
import { z } from 'zod'
import { type Handed, handedOver, linkTo } from '../files/handed-over.ts'

/** Message of a second start to the first; Electron's own list of its arguments is reordered and has more in it. */
const startSchema = z.object({ args: z.array(z.string()), folder: z.string() })
export type Start = z.infer<typeof startSchema>

/**
 * Files and addresses for the window to open: those of its own start, of each further one, and those from macOS,
 * perhaps before the app is ready. They wait until the page takes them.
 */
export class Handovers {
  #waiting: Handed[]
  #onCall = (): void => undefined

  constructor(app: Pick<App, 'on'>, start: Start) {
    this.#waiting = handedOver(start.args, start.folder)
    app.on('open-file', (event, path) => {
      event.preventDefault()
      this.#add([{ kind: 'file', path }])
    })
    app.on('open-url', (event, address) => {
      event.preventDefault()
      this.#add([linkTo(address)])
    })
    app.on('second-instance', (_event, _argv, _folder, data) => {
      const second = startSchema.safeParse(data)
      this.#add(second.success ? handedOver(second.data.args, second.data.folder) : [])
    })
  }

  /** `onCall` is called when the window is needed: something waits, or another start had nothing to open. */
  follow(onCall: () => void): void {
    this.#onCall = onCall
  }

  /** Takes the waiting items; they don't wait any longer. */
  take(): readonly Handed[] {
    const taken = this.#waiting
    this.#waiting = []
    return taken
  }

  #add(handed: readonly Handed[]): void {
    this.#waiting.push(...handed)
    this.#onCall()
  }
}
