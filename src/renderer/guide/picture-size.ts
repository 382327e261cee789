/**
 * Size of each picture of the guide, px: a page with the narrow rail, so that its text is as large as in a window of
 * 1024 px.
 */
export const pictureSize = { width: 748, height: 420 } as const
