/** The least width of a figure, px: a price of a whole stock, or its title in Ukrainian. */
const least = 150

/**
 * Number of columns for figures in a strip of this width (px): lines of about equal length, and if possible no figure
 * alone in the last one.
 */
export function stripColumns(figures: number, width: number): number {
  const fit = Math.max(1, Math.min(figures, Math.floor(width / least)))
  const even = Math.ceil(figures / Math.ceil(figures / fit))
  for (let columns = even; columns > 1; columns--) if (figures % columns !== 1) return columns
  return even
}
