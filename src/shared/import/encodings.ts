/** The encodings that a file may be read in. Apart from the schemas, which the window does not read. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'utf-32le',
  'utf-32be',
  'windows-1251',
  'koi8-u',
  'ibm866',
  'cp1125',
  'x-mac-cyrillic',
  'iso-8859-5',
  'windows-1250',
  'windows-1252',
] as const
export type Encoding = (typeof encodings)[number]
