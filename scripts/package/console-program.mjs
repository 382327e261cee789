/** The console program: the built command line with the Node.js that it runs in, a folder that needs nothing else. */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { nodePath } from '../runtime.mjs'
import { forms } from './forms.mjs'
import checksums from './node-checksums.json' with { type: 'json' }
import { billOfMaterials, notices, shippedPackages } from './notices.mjs'
import { root } from './root.mjs'

const built = join(root, 'out/main')
const keytar = join(root, 'node_modules/keytar')

/**
 * What the program of a system is made of: where each file comes from, or its text. `index.cjs`, the app, is no part of it.
 * @param {import('./forms.mjs').Target} target
 */
export function programFiles(target) {
  const { launcher, node, prebuilds } = forms[target]
  const packages = shippedPackages(['main'])
  const bill = billOfMaterials(packages, 'forecourt-cli')
  return [
    { name: launcher.name, text: launcher.text, runs: true },
    { name: node, from: nodeOf(target), runs: true },
    ...commandLine().map((name) => ({ name: `app/${name}`, from: join(built, name) })),
    ...[
      'package.json',
      'LICENSE.md',
      'lib/keytar.js',
      ...prebuilds.map((of) => `prebuilds/${of}/keytar.node`),
    ].map((name) => ({ name: `app/node_modules/keytar/${name}`, from: join(keytar, name) })),
    { name: 'LICENSE', from: join(root, 'LICENSE') },
    { name: 'NOTICES.txt', text: notices(packages) },
    { name: 'forecourt-cli.cdx.json', text: `${JSON.stringify(bill, null, 2)}\n` },
  ].sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** This computer's Node.js; for another processor, one that was laid into `dist` before. */
const nodeOf = (target) =>
  target === `${process.platform}-${process.arch}` ? nodePath() : join(root, 'dist', `node-${target}`)

/**
 * Refuses a Node.js that isn't the published one: it goes into packages that are signed.
 * @throws Error that names the system and the file with the sums
 */
function checkNode(target) {
  const path = nodeOf(target)
  const known = checksums.sha256[target]
  const found = createHash('sha256').update(readFileSync(path)).digest('hex')
  if (found === known) return
  const what = known === undefined ? 'has no sum of' : `has ${known} for`
  throw new Error(
    `scripts/package/node-checksums.json ${what} the Node.js ${checksums.version} of ${target}; ${path} has ${found}. ` +
      'Compare it with the program in the official archive, whose sum nodejs.org publishes.',
  )
}

/** Writes the program of a package, whose Node.js is the published one. */
export function packProgram(target, place) {
  checkNode(target)
  writeProgram(target, place)
}

/** Writes it anew, with the same rights whatever the umask is. After a stop under way the folder is the one before. */
export function writeProgram(target, place) {
  const folder = `${place}.part`
  rmSync(folder, { recursive: true, force: true })
  for (const { name, from, text, runs = false } of programFiles(target)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    if (from === undefined) writeFileSync(path, text)
    else cpSync(from, path, { dereference: true })
    chmodSync(path, runs ? 0o755 : 0o644)
  }
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o755)
  chmodSync(folder, 0o755)
  rmSync(place, { recursive: true, force: true })
  renameSync(folder, place)
}

/** The files of the bundle that the command line, its threads and its children lead to. */
function commandLine() {
  const all = readdirSync(built, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.cjs'))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(built.length + 1)
        .replaceAll('\\', '/'),
    )
  const byName = new Map(all.map((name) => [name.slice(name.lastIndexOf('/') + 1), name]))
  const reached = new Set()
  const follow = (name) => {
    if (reached.has(name)) return
    reached.add(name)
    const text = readFileSync(join(built, name), 'utf8')
    // By `require`, or by `new URL` for threads and children.
    for (const [, next] of text.matchAll(/["']\.{1,2}\/(?:[\w.-]+\/)*([\w.-]+\.cjs)["']/g)) {
      const place = byName.get(next)
      if (place === undefined) throw new Error(`${name} names ${next}, which was not built`)
      if (place !== 'index.cjs') follow(place)
    }
  }
  follow('cli.cjs')
  return [...reached].sort()
}
