/** Hands bytes to the person as a file of that name, as any download. */
export function saveFile(fileName: string, bytes: Uint8Array, type = 'text/csv'): void {
  const url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Once it began, the download keeps the bytes itself; a minute is more than it needs to begin.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
