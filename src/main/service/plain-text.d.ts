/** Turns HTML entities into the characters they stand for, once: `&amp;quot;` becomes `&quot;`. */
export declare const decodeEntities: (text: string) => string
/**
 * The text of an advert as a person reads it: tags dropped (a line break where they made one), entities decoded.
 * What comes out may hold `<` again and is text, never markup. Source: field notes, "text".
 */
export declare function plainText(html: string): string
