import type { Rectangle } from 'electron'

/** Place where the window stood when it was closed last, in px of all screens. */
export interface WindowPlace {
  readonly bounds: Rectangle
  readonly maximized: boolean
}

/** Room of each screen without its bars, that of the first screen at the head. */
export type Screens = readonly [Rectangle, ...Rectangle[]]

export interface WindowBounds extends Partial<Rectangle> {
  readonly width: number
  readonly height: number
  readonly minWidth: number
  readonly minHeight: number
}

const usual = { width: 1440, height: 900 }
/** Smallest size in which every page is usable at 100 %. */
const smallest = { width: 800, height: 560 }

/**
 * Place where a window opens: whole on the screen that showed most of it last time. A screen that is gone, has fewer
 * pixels now, or is enlarged by the system can't hide its title bar, by which it is moved.
 */
export function windowPlace(screens: Screens, last: Rectangle | undefined): WindowBounds {
  const shown = last && mostShown(screens, last)
  const room = shown ?? screens[0]
  const { width, height } = last ?? usual
  const size = { width: Math.min(width, room.width), height: Math.min(height, room.height) }
  return {
    ...size,
    ...(last && shown && within(shown, { x: last.x, y: last.y, ...size })),
    minWidth: Math.min(smallest.width, room.width),
    minHeight: Math.min(smallest.height, room.height),
  }
}

/** The screen that shows most of it; undefined if none does: the system puts the window in the middle then. */
function mostShown(screens: Screens, bounds: Rectangle): Rectangle | undefined {
  const shown = (room: Rectangle): number =>
    Math.max(0, overlap(room.x, room.width, bounds.x, bounds.width)) *
    Math.max(0, overlap(room.y, room.height, bounds.y, bounds.height))
  const [best] = screens.filter((room) => shown(room) > 0).toSorted((one, other) => shown(other) - shown(one))
  return best
}

const overlap = (one: number, oneLength: number, other: number, otherLength: number): number =>
  Math.min(one + oneLength, other + otherLength) - Math.max(one, other)

const within = (room: Rectangle, { x, y, width, height }: Rectangle): { x: number; y: number } => ({
  x: Math.max(room.x, Math.min(x, room.x + room.width - width)),
  y: Math.max(room.y, Math.min(y, room.y + room.height - height)),
})
