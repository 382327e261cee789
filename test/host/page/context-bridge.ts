import { notCloneable } from '../codec.ts'

type AnyFunction = (...args: unknown[]) => unknown
type Seen = Map<object, unknown>

const deepest = 1000

/**
 * Electron's contextBridge: what crosses is a copy. Functions cross as proxies, promises as new promises, errors by
 * message and stack, anything with a prototype of its own as a plain object or structured clone.
 */
export const contextBridge = {
  exposeInMainWorld(key: string, api: unknown): void {
    if (key in globalThis)
      throw new Error('Cannot bind an API on top of an existing property on the window object')
    // Neither writable nor configurable: the page can't put its own in place.
    Object.defineProperty(globalThis, key, { value: deepFreeze(cross(api)), enumerable: true })
  },
}

function cross(value: unknown, seen: Seen = new Map(), depth = 0): unknown {
  if (depth > deepest)
    throw new TypeError(
      'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.',
    )
  if (typeof value === 'symbol') throw new Error(notCloneable)
  if (typeof value === 'function') return proxyOf(value as AnyFunction, seen)
  if (typeof value !== 'object' || value === null) return value
  const known = seen.get(value)
  if (known !== undefined) return known
  return crossObject(value, seen, depth + 1)
}

function crossObject(value: object, seen: Seen, depth: number): unknown {
  // A node of the page stays itself: both worlds see the same document.
  if (value instanceof Node) return value
  if (value instanceof Promise)
    return value.then(
      (result) => cross(result),
      (error: unknown) => Promise.reject(cross(error) as Error),
    )
  if (value instanceof Error) return errorCopy(value)
  if (Array.isArray(value)) {
    const copy: unknown[] = []
    seen.set(value, copy)
    for (const item of value) copy.push(cross(item, seen, depth))
    return copy
  }
  if (!isPlain(value)) return cloned(value)
  const copy = {}
  seen.set(value, copy)
  for (const [key, item] of Object.entries(value)) {
    Object.defineProperty(copy, key, {
      value: cross(item, seen, depth),
      enumerable: true,
      writable: true,
      configurable: true,
    })
  }
  return copy
}

function proxyOf(original: AnyFunction, seen: Seen): AnyFunction {
  const known = seen.get(original)
  if (known) return known as AnyFunction
  const proxy: AnyFunction = (...args) => {
    try {
      return cross(original(...(cross(args) as unknown[])))
    } catch (error) {
      throw cross(error)
    }
  }
  seen.set(original, proxy)
  return proxy
}

function errorCopy(error: Error): Error {
  const copy = new Error(error.message)
  if (error.stack !== undefined) copy.stack = error.stack
  return copy
}

function cloned(value: object): unknown {
  try {
    return structuredClone(value)
  } catch {
    throw new Error(notCloneable)
  }
}

/** Class instances count as plain: they cross as copies of their own fields. */
const isPlain = (value: object): boolean => Object.prototype.toString.call(value) === '[object Object]'

function deepFreeze(value: unknown, seen = new Set<unknown>()): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value))
    return value
  // A filled typed array can't be frozen, and Electron leaves it.
  if (ArrayBuffer.isView(value)) return value
  seen.add(value)
  for (const item of Object.values(value)) deepFreeze(item, seen)
  return Object.freeze(value)
}
