/** Files that are no table here although they may hold one, or lead to one. */
export type OtherFile =
  | 'xls'
  | 'xlsb'
  | 'ods'
  | 'numbers'
  | 'password'
  | 'link'
  | 'page'
  | 'pdf'
  | 'document'
  | 'archive'
  | 'dbf'
  | 'database'
  | 'picture'

/** First bytes of files that are no text: what each is, or null if that takes a look at more of it. */
export const beginnings: readonly (readonly [string, OtherFile | null])[] = [
  ['PK\x03\x04', null],
  ['\xd0\xcf\x11\xe0', null],
  ['\x1f\x8b', null],
  ['\x7fELF', null],
  ['MZ\x90', null],
  ['%PDF-', 'pdf'],
  ['{\\rtf', 'document'],
  ['Rar!', 'archive'],
  ['7z\xbc\xaf', 'archive'],
  ['\x1f\x9d', 'archive'],
  ['BZh', 'archive'],
  ['\xfd7zXZ', 'archive'],
  ['\x28\xb5\x2f\xfd', 'archive'],
  ['MSCF', 'archive'],
  ['SQLite format 3', 'database'],
  ['\x00\x01\x00\x00Standard ', 'database'],
  ['\x89PNG', 'picture'],
  ['\xff\xd8\xff', 'picture'],
  ['GIF8', 'picture'],
]
