/** Value from the journal or a folder; one that can't be read keeps nothing else from being shown. */
export function readable<Value>(read: () => Value, without: Value): Value {
  try {
    return read()
  } catch {
    return without
  }
}
