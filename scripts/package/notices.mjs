/** Whose work is shipped: the notices for people and the bill of materials (CycloneDX) for programs. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './root.mjs'

/** What npm's package has under another name, or not as a file of its own. */
const licenceOf = { 'node_modules/node': 'node_modules/node/node_modules' }
/** Texts that their package lacks. */
const licenceFiles = { 'node_modules/@iconify-json/lucide': 'resources/licences/lucide.txt' }

/**
 * The folders of the packages that these parts of the build are made of, keytar and Node.js.
 * @param {readonly ('main' | 'renderer')[]} parts
 */
export function shippedPackages(parts) {
  const bundled = parts.flatMap((part) =>
    JSON.parse(readFileSync(join(root, 'out/packages', `${part}.json`), 'utf8')),
  )
  return [...new Set([...bundled, 'node_modules/keytar', 'node_modules/node'])].sort()
}

const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

/** The texts of licences in a package. A package without one is named with the licence of its manifest. */
function licenceTexts(folder) {
  if (folder in licenceFiles) return [readFileSync(join(root, licenceFiles[folder]), 'utf8').trim()]
  const place = folder in licenceOf ? nodeFolder() : join(root, folder)
  return readdirSync(place)
    .filter((name) => /^(?:licen[cs]e|copying|notice)/i.test(name))
    .sort()
    .map((name) => readFileSync(join(place, name), 'utf8').replaceAll('\r\n', '\n').trim())
}

/** npm's `node` has the binary and its licence in a package for the system; elsewhere Node's own folder has it. */
function nodeFolder() {
  const packages = join(root, licenceOf['node_modules/node'])
  const bin = dirname(process.execPath)
  const folders = [...readdirSync(packages).map((name) => join(packages, name)), join(bin, '..'), bin]
  const folder = folders.find((each) => existsSync(join(each, 'LICENSE')))
  if (folder === undefined)
    throw new Error('npm took the licence of Node.js away: npm rebuild node brings it back')
  return folder
}

/** Every package with its version and the text of its licence. */
export function notices(folders) {
  const parts = folders.map((folder) => {
    const { name, version, license } = manifestOf(folder)
    const texts = licenceTexts(folder)
    const body = texts.length > 0 ? texts : [`Licence: ${license}`]
    return [`${name} ${version}`, ...body].join('\n\n')
  })
  return `Forecourt is made with the work of others.\n\n${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

/** The bill of materials of npm for these packages, without what differs from one run to the next. */
export function billOfMaterials(folders, program) {
  const all = npmBill()
  const wanted = new Set(folders.map((folder) => `${manifestOf(folder).name}@${manifestOf(folder).version}`))
  const components = all.components
    .filter((component) => wanted.has(component['bom-ref']))
    // For npm most of them are optional and of the development: they are a part of the program all the same.
    .map((component) => ({ ...component, scope: 'required', properties: [] }))
  const missing = [...wanted].filter((ref) => !components.some((component) => component['bom-ref'] === ref))
  if (missing.length > 0) throw new Error(`npm's bill of materials lacks ${missing.join(', ')}`)
  const { component } = all.metadata
  return {
    $schema: all.$schema,
    bomFormat: all.bomFormat,
    specVersion: all.specVersion,
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: { ...component, type: 'application', name: program, properties: [] },
    },
    components,
    dependencies: [{ ref: component['bom-ref'], dependsOn: components.map((each) => each['bom-ref']) }],
  }
}

let bill
/** npm reads the lock alone, and needs no network for it. */
function npmBill() {
  bill ??= JSON.parse(
    execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
      shell: process.platform === 'win32',
    }),
  )
  return bill
}
