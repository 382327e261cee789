/** A file that is handed out, to be saved where a person chooses. */
export interface FileBytes {
  readonly fileName: string
  readonly text: Uint8Array<ArrayBuffer>
}

/** A file that is handed out in pieces, as they are made. */
export interface FileChunks {
  readonly fileName: string
  readonly chunks: AsyncIterable<Uint8Array>
}

/** The pieces as one, for who can't take them one by one. */
export async function wholeFile({ fileName, chunks }: FileChunks): Promise<FileBytes> {
  return { fileName, text: await wholeOf(chunks) }
}

export async function wholeOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  for await (const piece of chunks) pieces.push(piece)
  return new Uint8Array(Buffer.concat(pieces))
}
