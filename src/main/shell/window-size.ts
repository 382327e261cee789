const usual = { width: 1440, height: 900 }
/** What every page is usable in at 100 %. */
const smallest = { width: 800, height: 560 }

/** The size of a new window and the least one, in px, both within the room that the screen has beside its bars. */
export const windowSize = (room: { readonly width: number; readonly height: number }) => ({
  width: Math.min(usual.width, room.width),
  height: Math.min(usual.height, room.height),
  minWidth: Math.min(smallest.width, room.width),
  minHeight: Math.min(smallest.height, room.height),
})
