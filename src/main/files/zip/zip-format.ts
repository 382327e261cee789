/** Signatures, methods and lengths of APPNOTE.TXT 6.3, for what writes archives and what reads them. */
export const localSignature = 0x04034b50
export const entrySignature = 0x02014b50
export const endSignature = 0x06054b50
/** Length of the end without its comment. */
export const endLength = 22

export const stored = 0
export const deflated = 8
