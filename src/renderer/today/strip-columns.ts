/** The least width of a figure, px: a price of a whole stock, or its title in Ukrainian. */
const least = 150

/**
 * Into how many columns figures go in a strip so wide (px): lines about as long as each other, and no figure alone in the
 * last one if that can be had.
 */
export function stripColumns(figures: number, width: number): number {
  const fit = Math.max(1, Math.min(figures, Math.floor(width / least)))
  const even = Math.ceil(figures / Math.ceil(figures / fit))
  for (let columns = even; columns > 1; columns--) if (figures % columns !== 1) return columns
  return even
}
