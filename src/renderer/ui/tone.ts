/** What a colour means, the same on every screen. */
export const tones = ['plain', 'accent', 'unsent', 'proposed', 'conflict', 'warning', 'done'] as const
export type Tone = (typeof tones)[number]
