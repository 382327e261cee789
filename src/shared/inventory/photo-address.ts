/** The scheme under which main serves photos of adverts: the window reaches no other host. */
export const photoScheme = 'photo'

/** The host of its addresses; the path is the advert's id. */
export const photoHost = 'advert'

/**
 * Address from which the window loads a photo that the cached advert names. Main serves only what that advert names.
 */
export const photoAddress = (advertId: number, url: string): string =>
  `${photoScheme}://${photoHost}/${advertId}?of=${encodeURIComponent(url)}`
