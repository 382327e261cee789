/** Makes of an object what Electron's are after their end: whatever is asked of it throws. */
export function endObject(object: object, names: readonly string[]): void {
  const fail = (): never => {
    throw new TypeError('Object has been destroyed')
  }
  const isMethod = (name: string): boolean =>
    typeof Object.getOwnPropertyDescriptor(Object.getPrototypeOf(object) as object, name)?.value ===
    'function'
  for (const name of names)
    Object.defineProperty(object, name, isMethod(name) ? { value: fail } : { get: fail })
}
