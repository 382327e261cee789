import type { ChildPort } from '../../../src/main/system/child-port.ts'
import { forkChild } from '../../../src/main/system/fork-child.ts'
import { scriptPath } from '../../scripts.ts'

const entry = scriptPath('keychain-child')

interface Kept {
  readonly port: ChildPort
  isOpen: boolean
  /** Requests without an answer. */
  asked: number
  onMessage: (message: unknown) => void
  onExit: () => void
}

const nobody = (): void => undefined

/**
 * The keychain's child processes for many keychains, one after another: a start of one costs a hundred times what a test
 * asks of it. One that still owes an answer is ended, as it would be by itself.
 */
export class KeptChildren {
  readonly #env: NodeJS.ProcessEnv
  readonly #free: Kept[] = []

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env
  }

  spawn(): ChildPort {
    const kept = this.#free.pop() ?? this.#start()
    return {
      post: (message) => {
        kept.asked += 1
        kept.port.post(message)
      },
      onMessage: (listener) => void (kept.onMessage = listener),
      onExit: (listener) => void (kept.onExit = listener),
      kill: () => this.#giveBack(kept),
    }
  }

  close(): void {
    for (const { port } of this.#free.splice(0)) port.kill()
  }

  #start(): Kept {
    const port = forkChild(entry, this.#env)
    const kept: Kept = { port, isOpen: true, asked: 0, onMessage: nobody, onExit: nobody }
    port.onMessage((message) => {
      kept.asked -= 1
      kept.onMessage(message)
    })
    port.onExit(() => {
      kept.isOpen = false
      kept.onExit()
    })
    return kept
  }

  #giveBack(kept: Kept): void {
    if (kept.asked > 0) kept.port.kill()
    else {
      kept.onMessage = kept.onExit = nobody
      if (kept.isOpen) this.#free.push(kept)
    }
  }
}
