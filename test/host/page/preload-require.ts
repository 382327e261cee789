import { contextBridge } from './context-bridge.ts'
import { EventEmitter } from './emitter.ts'
import type { IpcRenderer } from './ipc-renderer.ts'

export interface FakeProcess {
  readonly platform: string
  readonly versions: Readonly<Record<string, string>>
}

/** `require` of a sandboxed preload: these four and nothing else. */
export function preloadRequire(ipcRenderer: IpcRenderer): (id: string) => unknown {
  const known: Readonly<Record<string, unknown>> = {
    electron: { contextBridge, ipcRenderer },
    events: Object.assign(EventEmitter, { EventEmitter }),
    timers: { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate },
    url: { URL, URLSearchParams },
  }
  return (id) => {
    const name = id.replace(/^node:/, '')
    if (!Object.hasOwn(known, name)) throw new Error(`module not found: ${id}`)
    return known[name]
  }
}

export const setImmediate = (callback: () => void): number => setTimeout(callback, 0) as unknown as number
export const clearImmediate = (id: number): void => clearTimeout(id)

/** `process` of a sandboxed preload, reduced to what tells where it runs. */
export function preloadProcess({ platform, versions }: FakeProcess): object {
  return { type: 'renderer', sandboxed: true, contextIsolated: true, platform, versions, env: {}, argv: [] }
}
