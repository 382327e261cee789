import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'

const answerSchema = z.object({ peak: z.number() })

/** A module that works when it is sent a message, in a process of its own: nobody pays for another's garbage. */
export class Contender {
  readonly #child: ChildProcess

  constructor(module: URL, ...args: readonly string[]) {
    this.#child = fork(module, args, { execArgv: ['--disable-warning=ExperimentalWarning'] })
  }

  /** One run. @returns the most memory that the process has held so far, in MB */
  async run(): Promise<number> {
    this.#child.send('run')
    const [answer] = (await once(this.#child, 'message')) as unknown[]
    return answerSchema.parse(answer).peak
  }

  end(): void {
    this.#child.kill()
  }
}
