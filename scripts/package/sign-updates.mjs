/**
 * `node scripts/package/sign-updates.mjs FOLDER`: writes a signature beside each `latest*.yml` of the release whose files are in
 * FOLDER. `FORECOURT_UPDATES` is what the app was built with, `FORECOURT_UPDATE_KEY` the private key.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { givenFeed, signatureOf } from './updates.mjs'

const [folder] = process.argv.slice(2)
const { FORECOURT_UPDATE_KEY: pem = '' } = process.env
const feed = givenFeed(process.env)
if (folder === undefined) throw new Error('usage: node scripts/package/sign-updates.mjs FOLDER')

const manifests = readdirSync(folder).filter((name) => /^latest.*\.yml$/.test(name))
if (feed === null && manifests.length === 0)
  console.error('This build looks for no new versions: nothing to sign.')
else {
  if (feed === null || pem === '' || manifests.length === 0)
    throw new Error('FORECOURT_UPDATES, FORECOURT_UPDATE_KEY and the manifests go together: one is missing')
  for (const name of manifests) {
    const signature = signatureOf(
      readFileSync(join(folder, name)),
      (file) => readFileSync(join(folder, file)),
      pem,
      feed,
    )
    writeFileSync(join(folder, `${name}.sig`), signature)
  }
}
