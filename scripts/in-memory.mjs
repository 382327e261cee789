/**
 * Runs a command whose temporary files lie in memory: `in-memory.mjs node scripts/with-keyring.mjs vitest run`. Tests make
 * thousands of small databases, and would wait for the disk in every transaction. Where there is no file system in
 * memory, or too little room, they lie where they would. What one process or thread of the run compiled is kept there too,
 * so that the hundreds after it needn't compile the same modules again.
 */
import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { runInForeground } from './child.mjs'

const memory = '/dev/shm'
const prefix = 'forecourt-tests-'
/** Bytes: more than the largest tests need at the same time. */
const needed = 4 * 2 ** 30

const [command, ...args] = process.argv.slice(2)
const folder = makeFolder()
runInForeground(command, args, {
  env:
    folder === null
      ? process.env
      : { ...process.env, TMPDIR: folder, NODE_COMPILE_CACHE: join(folder, 'compiled') },
  onExit: () => folder !== null && rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
})

/** A folder for this process alone; null where there is none. What killed runs left is removed. */
function makeFolder() {
  try {
    for (const name of readdirSync(memory))
      if (name.startsWith(prefix) && !isRunning(Number(name.slice(prefix.length))))
        rmSync(join(memory, name), { recursive: true, force: true })
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize < needed) return null
    const own = join(memory, `${prefix}${process.pid}`)
    mkdirSync(own, { mode: 0o700 })
    return own
  } catch {
    return null
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
