/**
 * Colours and their meaning, the same on every screen. `proposed` waits for Send, `batch` is taken by a batch and being
 * sent, `done` is at the service. `conflict` is in conflict or failed, `warning` is for a person to decide. A sign or a
 * word always says it too.
 */
export const tones = ['plain', 'accent', 'proposed', 'batch', 'conflict', 'warning', 'done'] as const
export type Tone = (typeof tones)[number]
