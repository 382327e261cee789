/**
 * `node scripts/run.mjs FILE …` runs a file under the Node of node_modules. On a fresh clone the shell has found another
 * Node before that one was there, and keeps to it for the rest of the line. Later this costs no process more.
 */
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { nodePath } from './runtime.mjs'

const [file, ...args] = process.argv.slice(2)
if (Number.parseInt(process.versions.node) >= 24) {
  process.argv.splice(1, 2, resolve(file))
  await import(pathToFileURL(process.argv[1]).href)
} else {
  const child = spawn(nodePath(), [...process.execArgv, file, ...args], { stdio: 'inherit' })
  // The terminal's Ctrl+C reaches the child by itself; what is sent to this process alone goes on to it.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code) => process.exit(code ?? 1))
}
