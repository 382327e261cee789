/** Pages of rows as they come, each row made by `rowOf`. */
export async function* mappedPages<From, To>(
  pages: AsyncIterable<readonly From[]>,
  rowOf: (from: From) => To,
): AsyncGenerator<To[]> {
  for await (const page of pages) yield page.map(rowOf)
}

/** The rows of the pages, one by one. */
export async function* rowsOf<Row>(pages: AsyncIterable<readonly Row[]>): AsyncGenerator<Row> {
  for await (const page of pages) yield* page
}
