import { Readable } from 'node:stream'

export interface ArchivedFile {
  readonly name: string
  /** In pieces, read once. */
  readonly content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

/** The first day that the format knows: the same rows make the same bytes. */
const options = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true }

/** The files as a ZIP archive in pieces, each file deflated as it is read. */
export async function* zipArchive(files: readonly ArchivedFile[]): AsyncGenerator<Uint8Array> {
  // Loaded here: most commands write no archive, and start sooner without it.
  const { ZipFile } = await import('yazl')
  const archive = new ZipFile()
  const output = archive.outputStream as Readable
  archive.on('error', (error: Error) => output.destroy(error))
  let current: Readable | undefined
  for (const { name, content } of files)
    archive.addReadStreamLazy(name, options, (take) => {
      // The archive doesn't listen for errors of what it reads.
      current = Readable.from(content).on('error', (error) => output.destroy(error))
      take(null, current)
    })
  archive.end()
  try {
    yield* output as AsyncIterable<Uint8Array>
  } finally {
    current?.destroy()
  }
}
