/** `npm run package:cli`: the console program of this system, as a folder and as an archive, in `dist`. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { packFolder } from './archive.mjs'
import { packProgram } from './console-program.mjs'
import { root } from './root.mjs'

const target = `${process.platform}-${process.arch}`
const dist = join(root, 'dist')
const folder = join(dist, `forecourt-cli-${target}`)

mkdirSync(dist, { recursive: true })
packProgram(target, folder)
await packFolder(folder, `${folder}.tar.gz`)
process.stderr.write(`${folder}\n${folder}.tar.gz\n`)
