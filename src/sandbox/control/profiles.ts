/** `contract`: what the contract promises, to the letter. `live`: the service as it answers (docs/service/practice.md). */
export const profiles = ['contract', 'live'] as const
export type Profile = (typeof profiles)[number]
