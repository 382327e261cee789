/**
 * Structured clone over a wire. `structuredClone` of the side that sends does the semantics (getters read, prototypes
 * dropped, functions refused); what is left is one of the kinds below. Runs in Node and in the page alike.
 *
 * A frame is [u32 length of the JSON][JSON][bytes of every ArrayBuffer, one after the other]. In the JSON a value is
 * itself when JSON keeps it, `[index]` for a node of the table, or `[kind, text]` for a primitive that JSON loses.
 */
type Slot = string | number | boolean | null | readonly [number] | readonly [string, string]
type Node =
  | { readonly kind: 'array'; readonly length: number; readonly entries: [string, Slot][] }
  | { readonly kind: 'object' | 'error'; readonly entries: [string, Slot][] }
  | { readonly kind: 'map'; readonly entries: [Slot, Slot][] }
  | { readonly kind: 'set'; readonly entries: Slot[] }
  | { readonly kind: 'date' | 'boxed'; readonly value: Slot }
  | { readonly kind: 'regexp'; readonly source: string; readonly flags: string }
  | { readonly kind: 'buffer'; readonly bytes: number }
  | {
      readonly kind: 'view'
      readonly type: string
      readonly buffer: Slot
      readonly offset: number
      readonly length: number
    }

/** What Electron says of a value that can't cross. */
export const notCloneable = 'An object could not be cloned.'

const viewTypes = {
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
  DataView,
} as const

const errorTypes = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError } as const
const errorFields = ['name', 'message', 'stack', 'cause'] as const

const kindOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1)

/** Throws an Error with Electron's words for a function, a symbol, a DOM node and whatever else can't be cloned. */
export function encode(value: unknown): Uint8Array<ArrayBuffer> {
  let copy: unknown
  try {
    copy = structuredClone(value)
  } catch {
    throw new Error(notCloneable)
  }
  return new Encoder().frame(copy)
}

class Encoder {
  readonly #nodes: (Node | undefined)[] = []
  readonly #indexes = new Map<object, number>()
  readonly #buffers: Uint8Array[] = []

  frame(value: unknown): Uint8Array<ArrayBuffer> {
    const root = this.#slot(value)
    const json = new TextEncoder().encode(JSON.stringify([root, this.#nodes]))
    const total = this.#buffers.reduce((sum, buffer) => sum + buffer.byteLength, 4 + json.byteLength)
    const frame = new Uint8Array(total)
    new DataView(frame.buffer).setUint32(0, json.byteLength)
    frame.set(json, 4)
    let at = 4 + json.byteLength
    for (const buffer of this.#buffers) {
      frame.set(buffer, at)
      at += buffer.byteLength
    }
    return frame
  }

  #slot(value: unknown): Slot {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
    if (typeof value === 'number')
      return jsonKeeps(value) ? value : ['number', Object.is(value, -0) ? '-0' : String(value)]
    if (typeof value === 'bigint') return ['bigint', String(value)]
    if (typeof value === 'object') return [this.#index(value)]
    return ['undefined', '']
  }

  #index(value: object): number {
    const known = this.#indexes.get(value)
    if (known !== undefined) return known
    const index = this.#nodes.push(undefined) - 1
    this.#indexes.set(value, index)
    this.#nodes[index] = this.#node(value)
    return index
  }

  #node(value: object): Node {
    if (Array.isArray(value)) return { kind: 'array', length: value.length, entries: this.#entries(value) }
    if (value instanceof Map) {
      return { kind: 'map', entries: [...value].map(([key, item]) => [this.#slot(key), this.#slot(item)]) }
    }
    if (value instanceof Set) return { kind: 'set', entries: [...value].map((item) => this.#slot(item)) }
    if (value instanceof Date) return { kind: 'date', value: this.#slot(value.getTime()) }
    if (value instanceof RegExp) return { kind: 'regexp', source: value.source, flags: value.flags }
    if (value instanceof ArrayBuffer) return this.#buffer(value)
    if (ArrayBuffer.isView(value)) return this.#view(value)
    if (value instanceof Error) return { kind: 'error', entries: this.#errorEntries(value) }
    if (
      value instanceof Number ||
      value instanceof String ||
      value instanceof Boolean ||
      value instanceof BigInt
    ) {
      return { kind: 'boxed', value: this.#slot(value.valueOf()) }
    }
    // The browser clones Blob, File, DOMRect and more; Electron's channel does not.
    if (kindOf(value) !== 'Object') throw new Error(notCloneable)
    return { kind: 'object', entries: this.#entries(value) }
  }

  #entries(value: object): [string, Slot][] {
    return Object.entries(value).map(([key, item]: [string, unknown]) => [key, this.#slot(item)])
  }

  #errorEntries(error: Error): [string, Slot][] {
    return errorFields.filter((field) => field in error).map((field) => [field, this.#slot(error[field])])
  }

  #buffer(buffer: ArrayBuffer): Node {
    this.#buffers.push(new Uint8Array(buffer))
    return { kind: 'buffer', bytes: buffer.byteLength }
  }

  #view(view: ArrayBufferView): Node {
    const length = view instanceof DataView ? view.byteLength : (view as Uint8Array).length
    return {
      kind: 'view',
      type: kindOf(view),
      buffer: this.#slot(view.buffer),
      offset: view.byteOffset,
      length,
    }
  }
}

const jsonKeeps = (value: number): boolean => Number.isFinite(value) && !Object.is(value, -0)

export function decode(received: Uint8Array): unknown {
  // Node's Buffer is a Uint8Array whose `slice` does not copy.
  const frame = new Uint8Array(received.buffer, received.byteOffset, received.byteLength)
  const size = new DataView(frame.buffer, frame.byteOffset).getUint32(0)
  const json = new TextDecoder().decode(frame.subarray(4, 4 + size))
  const [root, nodes] = JSON.parse(json) as [Slot, Node[]]
  return new Decoder(nodes, frame.subarray(4 + size)).value(root)
}

class Decoder {
  readonly #nodes: readonly Node[]
  readonly #made = new Map<number, unknown>()
  readonly #offsets = new Map<Node, number>()
  readonly #bytes: Uint8Array

  constructor(nodes: readonly Node[], bytes: Uint8Array) {
    this.#nodes = nodes
    this.#bytes = bytes
    let at = 0
    for (const node of nodes) {
      if (node.kind !== 'buffer') continue
      this.#offsets.set(node, at)
      at += node.bytes
    }
  }

  value(slot: Slot): unknown {
    if (!Array.isArray(slot)) return slot
    const [first, text] = slot as [number | string, string]
    if (typeof first === 'number') return this.#at(first)
    if (first === 'number') return Number(text)
    return first === 'bigint' ? BigInt(text) : undefined
  }

  #at(index: number): unknown {
    if (this.#made.has(index)) return this.#made.get(index)
    const node = this.#nodes[index]
    if (!node) throw new Error('a frame that points at nothing')
    // Put down before it is filled, so that a cycle finds it.
    const made = this.#empty(node)
    this.#made.set(index, made)
    this.#fill(made, node)
    return made
  }

  #empty(node: Node): unknown {
    switch (node.kind) {
      case 'array':
        return new Array<unknown>(node.length)
      case 'object':
        return {}
      case 'error':
        return newError(node.entries)
      case 'map':
        return new Map()
      case 'set':
        return new Set()
      case 'date':
        return new Date(this.value(node.value) as number)
      case 'boxed':
        return Object(this.value(node.value)) as unknown
      case 'regexp':
        return new RegExp(node.source, node.flags)
      case 'buffer': {
        const at = this.#offsets.get(node) ?? 0
        return this.#bytes.slice(at, at + node.bytes).buffer
      }
      case 'view':
        return newView(node.type, this.value(node.buffer) as ArrayBuffer, node.offset, node.length)
    }
  }

  #fill(made: unknown, node: Node): void {
    if (node.kind === 'map')
      for (const [key, item] of node.entries)
        (made as Map<unknown, unknown>).set(this.value(key), this.value(item))
    if (node.kind === 'set') for (const item of node.entries) (made as Set<unknown>).add(this.value(item))
    if (node.kind === 'array' || node.kind === 'object') this.#define(made as object, node.entries, true)
    if (node.kind === 'error')
      this.#define(
        made as object,
        node.entries.filter(([field]) => field !== 'name'),
        false,
      )
  }

  /** Defined, not assigned: a key named `__proto__` is a key like any other. */
  #define(made: object, entries: readonly [string, Slot][], enumerable: boolean): void {
    for (const [key, slot] of entries) {
      Object.defineProperty(made, key, {
        value: this.value(slot),
        enumerable,
        writable: true,
        configurable: true,
      })
    }
  }
}

function newError(entries: readonly [string, Slot][]): Error {
  const name = entries.find(([field]) => field === 'name')?.[1]
  const type = Object.entries(errorTypes).find(([known]) => known === name)?.[1] ?? Error
  return new type()
}

function newView(type: string, buffer: ArrayBuffer, offset: number, length: number): ArrayBufferView {
  const known = Object.entries(viewTypes).find(([name]) => name === type)?.[1]
  if (!known) throw new Error(notCloneable)
  return new (known as typeof Uint8Array)(buffer, offset, length)
}
