const renamed: Readonly<Record<string, string>> = {
  '/fuels': '/auto/type',
  '/auto/fuels': '/auto/type',
  '/average': '/auto/average_price',
  '/auto/average': '/auto/average_price',
}

/**
 * Path that an older client means. The service's first host had the dictionaries and the average price without `/auto`,
 * and some under other names (docs/service/lookups.md, "Older paths").
 */
export const newerPath = (path: string): string =>
  renamed[path] ?? `${path.startsWith('/auto/') ? '' : '/auto'}${path.replace(/\/auto_options$/, '/options')}`
