/** A file that is handed out, to be saved where a person chooses. */
export interface FileBytes {
  readonly fileName: string
  readonly text: Uint8Array<ArrayBuffer>
}
