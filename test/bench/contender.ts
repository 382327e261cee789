import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'
import { inTurn } from './rounds.ts'

const doneSchema = z.object({ took: z.number(), processor: z.number(), peak: z.number() })

/** What a run took by the clock and of processor time, in ms, and the most memory that the process has held so far, in MB. */
export type Done = z.infer<typeof doneSchema>

/** Collected outside of the time, or by the runs themselves, as in a program that reads one file after another. */
export type Garbage = 'collected' | 'own'

/** A module that calls `answerRuns`, in a process of its own: nobody pays for another's garbage. */
export class Contender {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  static async start(module: URL, ...args: readonly string[]): Promise<Contender> {
    const child = fork(module, args, { execArgv: ['--disable-warning=ExperimentalWarning'] })
    await once(child, 'message')
    return new Contender(child)
  }

  /** @param garbage whether the garbage of the runs before is collected first, or left for this run to collect */
  async run(garbage: Garbage = 'collected'): Promise<Done> {
    this.#child.send(garbage)
    const [done] = (await once(this.#child, 'message')) as unknown[]
    return doneSchema.parse(done)
  }

  end(): void {
    this.#child.kill()
  }
}

/** The rounds of contenders in turn. @returns what each did, by its place */
export const turnsOf = (
  count: number,
  contenders: readonly Contender[],
  garbage?: Garbage,
): Promise<Done[][]> =>
  inTurn(
    count,
    contenders.map((contender) => () => contender.run(garbage)),
  )
