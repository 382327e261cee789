import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BaseWindow, Dialog, MessageBoxOptions } from 'electron'
import { visibleLine } from '../words/visible.ts'

/** `--self-test`, or `--self-test=20` with the seconds that a start may take. */
const argument = /^--self-test(?:=(\d{1,4}))?$/
/** The slowest computer shows its window within this time, in seconds. */
const longestStart = '120'

/** Steps of a start that works: the page is painted, and main has answered it. */
const steps = ['page painted', 'page answered'] as const
type Step = (typeof steps)[number]

/**
 * `forecourt --self-test` checks for installers whether the app starts on this computer. It opens its window on an
 * empty folder and ends, with 0 if the page was painted and its first question answered, else with 1.
 */
export class SelfTest {
  /** The empty folder, which is removed at the end. */
  readonly folder: string
  /** In the place of boxes without a person to close them: the box's text is the reason for the failure. */
  readonly box: Pick<Dialog, 'showMessageBox'> = {
    showMessageBox: (box: BaseWindow | MessageBoxOptions, options?: MessageBoxOptions) => {
      this.#say(`failed: ${(options ?? (box as MessageBoxOptions)).message}`)
      return Promise.resolve({ response: 0, checkboxChecked: false })
    },
  }
  readonly #seconds: number
  readonly #open = new Set<Step>(steps)
  #exit: ((code: number) => void) | null = null
  #hasSaid = false

  /** A self-test if the arguments ask for one, else null. */
  static of(args: readonly string[]): SelfTest | null {
    const asked = args.map((one) => argument.exec(one)).find((found) => found !== null)
    return asked ? new SelfTest(Number(asked[1] ?? longestStart)) : null
  }

  constructor(seconds: number) {
    this.#seconds = seconds
    this.folder = mkdtempSync(join(tmpdir(), 'forecourt-self-test-'))
    process.once('exit', () => removeQuietly(this.folder))
  }

  /**
   * Begins the test; a step not done in time has failed.
   * @param exit ends the process with that code, after all is closed
   */
  begin(exit: (code: number) => void): void {
    this.#exit = exit
    setTimeout(() => this.fail(`not in time: ${[...this.#open].join(', ')}`), this.#seconds * 1_000).unref()
  }

  done(step: Step): void {
    this.#open.delete(step)
    if (this.#open.size === 0) this.#end(0, 'works')
  }

  fail(why: unknown): void {
    this.#end(1, `failed: ${String(why)}`)
  }

  #end(code: number, words: string): void {
    this.#say(words)
    this.#exit?.(code)
    this.#exit = null
  }

  #say(words: string): void {
    if (!this.#hasSaid) process.stderr.write(`Forecourt self-test: ${visibleLine(words)}\n`)
    this.#hasSaid = true
  }
}

/** Windows may still hold a file of it; the system's temporary folder is cleaned by others, too. */
function removeQuietly(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch {
    // The result of the test stays what it is.
  }
}
