import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { constants, Script } from 'node:vm'

/** What a file of the bundle is called with, as Node's own loader calls it. */
type Body = (
  exports: unknown,
  require: (id: string) => unknown,
  module: Loaded,
  file: string,
  folder: string,
) => void

interface Loaded {
  exports: unknown
}

const parameters = '(function (exports, require, module, __filename, __dirname) {'

/**
 * The files of the built bundle, each loaded with the code that V8 compiled for it in earlier runs. Node's own compile
 * cache keeps what is compiled when a file is loaded; this keeps the functions too that are called after that, which took
 * a short command a sixth of its time.
 *
 * The code lies beside the bundle: only who could change the bundle itself can change it, unlike in a folder for
 * everybody's temporary files. It is kept for chunks alone, whose names change with what is in them. V8 takes no code of
 * another version or other options, but would crash on damaged code: each file holds it twice, and both must agree, which
 * takes less time than to load what Node has for checksums.
 */
export class Bundle {
  readonly #kept: string
  readonly #require: NodeJS.Require
  readonly #loaded = new Map<string, Loaded>()
  readonly #scripts = new Map<string, { readonly script: Script; readonly isKept: boolean }>()

  /** @param folder the bundle's own */
  constructor(folder: string) {
    this.#kept = join(folder, 'compiled', process.arch)
    this.#require = createRequire(join(folder, 'bundle.cjs'))
  }

  /** Loads a file and what it requires of the bundle; all else is Node's. @returns what the file exports */
  load(file: string): unknown {
    const known = this.#loaded.get(file)
    if (known) return known.exports
    const module: Loaded = { exports: {} }
    this.#loaded.set(file, module)
    const folder = dirname(file)
    const require = (id: string): unknown =>
      id.startsWith('.') ? this.load(resolve(folder, id)) : this.#require(id)
    this.#compile(file)(module.exports, require, module, file, folder)
    return module.exports
  }

  /**
   * Keeps the compiled code of all loaded chunks. The first run of each command does: it adds the functions that it called
   * to those that others did. If the folder can't be written, every run compiles again.
   * @param command a word for it, safe as a file's name
   * @returns the chunks whose code was kept again
   */
  keep(command: string): string[] {
    const mark = join(this.#kept, `${command}.seen`)
    const isNew = !existsSync(mark)
    const toKeep = [...this.#scripts].filter(([, { isKept }]) => isNew || !isKept)
    if (toKeep.length === 0) return []
    try {
      mkdirSync(this.#kept, { recursive: true })
      for (const [file, { script }] of toKeep) this.#write(file, script.createCachedData())
      writeFileSync(mark, '')
    } catch {
      return [] // Nothing is lost but time.
    }
    return toKeep.map(([file]) => basename(file))
  }

  #compile(file: string): Body {
    // The build writes ASCII alone, which needs no decoding and half the memory.
    const source = readFileSync(file, 'latin1')
    const isChunk = basename(dirname(file)) === 'chunks'
    const cachedData = isChunk ? this.#read(file) : null
    const script = new Script(`${parameters}${source}\n})`, {
      filename: file,
      columnOffset: -parameters.length,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      ...(cachedData && { cachedData }),
    })
    const isKept = cachedData !== null && script.cachedDataRejected === false
    if (isChunk) this.#scripts.set(file, { script, isKept })
    return script.runInThisContext() as Body
  }

  /** The code kept for a file, or null. */
  #read(file: string): Buffer | null {
    try {
      const kept = readFileSync(this.#keptAs(file))
      const code = kept.subarray(0, kept.length / 2)
      return code.equals(kept.subarray(code.length)) ? code : null
    } catch {
      return null
    }
  }

  /** Written under another name first: another run may be reading it, or this one may be ended. */
  #write(file: string, code: Buffer): void {
    const path = this.#keptAs(file)
    const partial = `${path}.${process.pid}`
    try {
      writeFileSync(partial, Buffer.concat([code, code]), { flag: 'wx' })
      renameSync(partial, path)
    } catch (error) {
      rmSync(partial, { force: true })
      throw error
    }
  }

  #keptAs(file: string): string {
    return join(this.#kept, basename(file))
  }
}
