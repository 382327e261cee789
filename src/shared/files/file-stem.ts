/**
 * The name of a file without its extension. Name of a batch of the app's own, which is no file's name: the end of `New
 * advert Volkswagen Golf 1.6` and of `Edits 2026-11-23 10.15` stays.
 */
export const stemOf = (fileName: string): string => fileName.replace(/\.[a-z][a-z0-9]{0,4}$/i, '')
