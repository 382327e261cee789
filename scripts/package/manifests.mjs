/**
 * `node scripts/package/manifests.mjs FOLDER HOMEPAGE [DATE]`: the manifests for winget, Homebrew and Flathub, in `FOLDER/manifests`,
 * of the release whose files are in FOLDER. A person hands them in, once the release is published.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './root.mjs'
import { storeManifests } from './store-manifests.mjs'

const [folder, homepage, date = new Date().toISOString().slice(0, 10)] = process.argv.slice(2)
if (folder === undefined || !/^https:\/\/[^\s"#]+[^/]$/.test(homepage ?? ''))
  throw new Error('usage: node scripts/package/manifests.mjs FOLDER https://github.com/owner/name [DATE]')

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const sha256 = (file) =>
  createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex')

for (const [name, text] of Object.entries(storeManifests({ version, date, homepage, sha256 }))) {
  const path = join(folder, 'manifests', name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
