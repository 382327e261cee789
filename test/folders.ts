import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

const make = (): string => mkdtempSync(join(tmpdir(), 'forecourt-test-'))
const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })

/** A folder for the test that runs, made in it or in what comes before each; gone after all that ends with the test. */
export function folderOfTest(): string {
  const folder = make()
  onTestFinished(() => remove(folder))
  return folder
}

/** A folder for all tests of a file. */
export function folderOfFile(): string {
  const folder = make()
  afterAll(() => remove(folder))
  return folder
}
