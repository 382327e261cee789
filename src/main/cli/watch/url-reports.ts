import { chmodSync, createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { visibleLine } from '../../words/visible.ts'
import { saveChunks } from '../save-file.ts'
import type { OutcomeFolders } from './outcome-folders.ts'

/** The reports of the table that was fetched last, in the data folder. */
export class UrlReports implements Pick<OutcomeFolders, 'saveReports'> {
  readonly #folder: string

  /** @param folder that only its owner reads */
  constructor(folder: string) {
    this.#folder = folder
  }

  async saveReports(
    ...[, , { words, report }]: Parameters<OutcomeFolders['saveReports']>
  ): Promise<string | null> {
    const text = words.map((line) => `${visibleLine(line)}\n`).join('')
    await savePrivately(join(this.#folder, 'report.txt'), [Buffer.from(text)])
    if (!existsSync(report)) return null
    const path = join(this.#folder, 'report.csv')
    await savePrivately(path, createReadStream(report))
    return path
  }
}

async function savePrivately(path: string, chunks: Parameters<typeof saveChunks>[1]): Promise<void> {
  await saveChunks(path, chunks)
  chmodSync(path, 0o600)
}
