import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const openers = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }

/**
 * Opens the window's address in the browser of the system. The address opens the app, and arguments are visible to every
 * user of the machine: the browser is given a file for its owner only, which leads there.
 */
export function openAddress(address) {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-open-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const page = join(folder, 'forecourt.html')
  writeFileSync(page, `<!doctype html><meta http-equiv="refresh" content="0;url=${address}">`, {
    mode: 0o600,
  })
  const [command, ...args] = openers[process.platform] ?? ['xdg-open']
  spawn(command, [...args, pathToFileURL(page).href], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref()
}
