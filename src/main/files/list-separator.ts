/**
 * Sign that Excel takes between the cells of a CSV: the list separator of the system's region, a semicolon if numbers
 * have a decimal comma there.
 * @param region a locale as the system names it: `uk-UA`, `uk_UA.UTF-8`; one that isn't known is that of the process
 */
export function listSeparator(region: string): ',' | ';' {
  const decimals = new Intl.NumberFormat(known(region)).format(1.5)
  return decimals.includes(',') ? ';' : ','
}

function known(region: string): string[] {
  const [name = ''] = region.split(/[.@]/)
  try {
    return Intl.NumberFormat.supportedLocalesOf(name.replaceAll('_', '-'))
  } catch {
    return []
  }
}
