import { Parser } from 'htmlparser2'

export interface MarkupHandler {
  /** Names are without their namespace's prefix. */
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly text: (text: string) => void
  readonly close: (name: string) => void
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

const locals = (attributes: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [localName(name), value]))

/**
 * Reads XML or HTML piece by piece. Entities that a document declares itself are not expanded, so that none can grow
 * beyond its file.
 */
export async function readMarkup(
  pieces: AsyncIterable<string> | Iterable<string>,
  { open, text, close }: MarkupHandler,
  xmlMode = true,
): Promise<void> {
  const parser = new Parser(
    {
      onopentag: (name, attributes) =>
        open(localName(name), name.includes(':') ? locals(attributes) : withLocals(attributes)),
      ontext: text,
      onclosetag: (name) => close(localName(name)),
    },
    { xmlMode, decodeEntities: true },
  )
  for await (const piece of pieces) parser.write(piece)
  parser.end()
}

/** Most elements have no prefixed attribute but those of XML itself, which nobody reads here: theirs are not copied. */
function withLocals(attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const name in attributes) if (name.includes(':') && !name.startsWith('xml:')) return locals(attributes)
  return attributes
}
