/**
 * Brings a clone up to date before a command runs: modules, messages, with `--tests` the system's packages that tests
 * need, with `--build` the bundle. Knows nothing but Node, because it runs before anything is installed. Says nothing
 * when there is nothing to do, and never anything on standard output, which belongs to the command's results.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const root = join(import.meta.dirname, '..')
process.chdir(root)
/** Commands run under the Node of node_modules, whatever Node started this script. */
const env = {
  ...process.env,
  PATH: join(root, 'node_modules', '.bin') + delimiter + (process.env.PATH ?? ''),
}
const windows = process.platform === 'win32'
const wanted = new Set(process.argv.slice(2))

/** Packages of Debian that tests need: Chromium for the pages, a keyring, a font with Ukrainian letters, a server for teams. */
const systemPackages = [
  ['chromium-headless-shell', () => ['chromium-headless-shell', 'chromium'].some(onPath)],
  ['gnome-keyring', () => onPath('gnome-keyring-daemon')],
  ['dbus', () => onPath('dbus-daemon')],
  ['libsecret-1-0', () => hasLibrary('libsecret-1.so.0')],
  ['fonts-dejavu-core', hasCyrillicFont],
  ['postgresql', () => existsSync('/usr/lib/postgresql')],
]

/** What may have to be done, in this order, each with about how many seconds it takes on two cores. */
const steps = [
  { words: 'Installing modules', seconds: 30, isDone: hasModules, run: installModules },
  { words: 'Compiling messages', seconds: 1, isDone: hasMessages, run: compileMessages },
  ...(wanted.has('--tests')
    ? [
        {
          words: 'Installing packages of the system',
          seconds: 40,
          isDone: hasPackages,
          run: installPackages,
          keeps: true,
        },
      ]
    : []),
  ...(wanted.has('--build')
    ? [{ words: 'Building the app', seconds: 20, isDone: hasBundle, run: buildBundle }]
    : []),
]
const isNew = !hasModules()
// New modules take what was made with the old ones along.
const open = steps.filter(({ isDone, keeps }) => (isNew && !keeps) || !isDone())
for (const [at, { words, seconds, run }] of open.entries()) {
  say(`${words} (${at + 1} of ${open.length}, about ${seconds} s)…`)
  run()
}
if (open.length > 0 && process.stderr.isTTY) say('')

/** One line that changes where there is a terminal, else a line for each step. */
function say(line) {
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${line}` : `${line}\n`)
}

function hasModules() {
  if (!existsSync('node_modules/.bin/electron-vite')) return false
  if (isStamped('modules', modulesStamp())) return true
  // Somebody ran npm by hand: what is there is right when npm itself says so.
  if (!installedAsLocked()) return false
  putStamp('modules', modulesStamp())
  return true
}

function installModules() {
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  putStamp('modules', modulesStamp())
}

function modulesStamp() {
  return hash(['package-lock.json', 'package.json'].map((file) => readFileSync(file)))
}

/** npm leaves a copy of the lock of what it installed; optional packages of other systems are not in it. */
function installedAsLocked() {
  if (!existsSync('node_modules/.package-lock.json')) return false
  const locked = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  const installed = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')).packages
  const same = (name) => installed[name]?.version === locked[name].version
  return Object.keys(locked).every((name) => name === '' || locked[name].optional || same(name))
}

function hasMessages() {
  return existsSync('src/shared/i18n/generated/messages.js') && isStamped('messages', messagesStamp())
}

function compileMessages() {
  run('node', ['scripts/compile-messages.mjs'])
  putStamp('messages', messagesStamp())
}

function messagesStamp() {
  const compiler = ['scripts/compile-messages.mjs', 'scripts/build/message-modules.mjs']
  const sources = [...filesUnder('src/shared/i18n/messages'), ...compiler]
  return hash(sources.map((file) => file + readFileSync(file, 'utf8')))
}

function hasBundle() {
  const parts = ['main/index.cjs', 'main/cli.cjs', 'preload/index.cjs', 'renderer/index.html']
  return parts.every((file) => existsSync(join('out', file))) && isStamped('bundle', bundleStamp())
}

function buildBundle() {
  run('electron-vite', ['build', '--logLevel', 'warn'])
  putStamp('bundle', bundleStamp())
}

function bundleStamp() {
  const sources = ['src', 'scripts/build']
    .flatMap(filesUnder)
    .concat('electron.vite.config.ts', 'svelte.config.js', 'package-lock.json', 'scripts/package/updates.mjs')
  return hash([
    // Built into the app: another address of new versions is another app.
    process.env.FORECOURT_UPDATES ?? '',
    ...sources.map((file) => `${file} ${statSync(file).size} ${statSync(file).mtimeMs}`),
  ])
}

function missingPackages() {
  return systemPackages.flatMap(([name, isThere]) => (isThere() ? [] : [name]))
}

function hasPackages() {
  return process.platform !== 'linux' || missingPackages().length === 0
}

function installPackages() {
  const missing = missingPackages()
  if (process.getuid?.() !== 0 || !onPath('apt-get'))
    fail(
      `The tests need packages of the system: ${missing.join(', ')}. On Debian: sudo apt-get install ${missing.join(' ')}`,
    )
  if (missing.includes('postgresql')) withoutCluster()
  // The settings that are there stay as they are.
  const quiet = { ...env, DEBIAN_FRONTEND: 'noninteractive', UCF_FORCE_CONFFOLD: '1' }
  run('apt-get', ['update', '-qq'], quiet)
  const options = ['-y', '-qq', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold']
  run('apt-get', ['install', ...options, ...missing], quiet)
}

/** Tests start servers of their own: the package needn't make one that runs with the computer. */
function withoutCluster() {
  const file = '/etc/postgresql-common/createcluster.conf'
  if (existsSync(file)) return
  mkdirSync('/etc/postgresql-common', { recursive: true })
  writeFileSync(file, 'create_main_cluster = false\n')
}

function onPath(name) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))
}

function hasLibrary(name) {
  const folders = [
    '/usr/lib',
    '/usr/lib64',
    '/lib',
    ...['x86_64', 'aarch64', 'arm'].map((cpu) => `/usr/lib/${cpu}-linux-gnu`),
  ]
  return folders.some((folder) => existsSync(join(folder, name)))
}

function hasCyrillicFont() {
  if (!onPath('fc-list')) return existsSync('/usr/share/fonts/truetype/dejavu')
  return spawnSync('fc-list', [':lang=uk'], { encoding: 'utf8' }).stdout?.trim() !== ''
}

/** Runs a command; all that it says goes to standard error. */
function run(command, args, environment = env) {
  const { status, error } = spawnSync(command, args, {
    stdio: ['ignore', 2, 2],
    env: environment,
    shell: windows,
  })
  if (status !== 0)
    fail(`\nThis did not succeed: ${command} ${args.join(' ')} ${error ? `(${error.message})` : ''}`)
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

function hash(parts) {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part).update('\0')
  return sum.digest('hex')
}

function stampFile(name) {
  return join('node_modules', '.cache', 'forecourt', name)
}

function isStamped(name, stamp) {
  return existsSync(stampFile(name)) && readFileSync(stampFile(name), 'utf8') === stamp
}

function putStamp(name, stamp) {
  mkdirSync(join('node_modules', '.cache', 'forecourt'), { recursive: true })
  writeFileSync(stampFile(name), stamp)
}

function filesUnder(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('generated'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
