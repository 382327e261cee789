import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { hasPostgres, makeTemplate, removeShared, templateFolder } from './team/postgres.ts'
import { bundledFolder, scriptPaths } from './scripts.ts'

const root = join(import.meta.dirname, '..')

/**
 * Bundles the scripts that tests start as processes and threads: hundreds of starts would each strip and load 600 modules of
 * source. The folder lies in the checkout, so that native packages are found from it. Makes the folder that each PostgreSQL of the
 * run is a copy of.
 */
export default async function prepareRun(): Promise<() => void> {
  const folder = join(root, 'node_modules/.cache/test-scripts', String(process.pid))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    // A script may be started with an environment of its own.
    define: { [`process.env.${bundledFolder}`]: JSON.stringify(folder) },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'node24',
      rolldownOptions: {
        external: ['keytar', 'electron'],
        input: { ...scriptPaths },
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs' },
      },
    },
  })
  process.env[bundledFolder] = folder
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled')
  const template = hasPostgres() ? makeTemplate() : undefined
  if (template !== undefined) process.env[templateFolder] = template
  return () => {
    if (template !== undefined) {
      removeShared(template)
      rmSync(template, { recursive: true, force: true })
    }
    rmSync(folder, { recursive: true, force: true })
  }
}
