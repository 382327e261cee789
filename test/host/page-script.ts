import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import type { PageConfig } from './wire.ts'

/** The modules of the page, each after those it imports. */
const modules = [
  'codec.ts',
  'page/emitter.ts',
  'page/wire-end.ts',
  'page/ipc-renderer.ts',
  'page/context-bridge.ts',
  'page/preload-require.ts',
  'page/addresses.ts',
  'page/locks.ts',
  'page/schemes.ts',
  'page/window-key.ts',
  'page/shortcuts.ts',
  'page/questions.ts',
  'page/start.ts',
]

let runtime: string | undefined

/**
 * The modules of the page as plain JavaScript. To strip their types takes a tenth of a second of each start: who starts
 * many apps does it once, and hands the text to each of them in FORECOURT_HOST_PAGE.
 */
export const pageRuntime = (): string =>
  (runtime ??= process.env.FORECOURT_HOST_PAGE ?? modules.map(plainText).join('\n'))

/**
 * One classic script: a module would be deferred and run after the page's own. So the modules are put one after the
 * other without their imports and exports, and the preload's text is wrapped as a function, as Electron does.
 */
export function pageScript(preload: string, config: PageConfig): string {
  const wrapped = `function (require, module, exports, process, Buffer, setImmediate, clearImmediate) {\n${preload}\n}`
  return `(() => {\n'use strict'\n${pageRuntime()}\nstartPage(${JSON.stringify(config)}, ${wrapped})\n})()\n`
}

function plainText(file: string): string {
  const source = stripTypeScriptTypes(readFileSync(new URL(file, import.meta.url), 'utf8'))
  return source.replaceAll(/^import [^'"]*['"][^'"]*['"]$/gm, '').replaceAll(/^export /gm, '')
}
