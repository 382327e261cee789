import { z } from 'zod'
import { idText } from '../bridge/bounds.ts'
import { call } from '../bridge/call.ts'
import { advertFilterSchema } from './advert-filter.ts'
import { mostRuleLetters, ruleColours } from './rule-colours.ts'

/** Adverts that a filter keeps have this ground, and this word next to their title. */
export const colourRuleSchema = z.object({
  word: z.string().trim().min(1).max(mostRuleLetters),
  colour: z.enum(ruleColours),
  filter: advertFilterSchema,
})
export type ColourRule = z.infer<typeof colourRuleSchema>

export const savedRuleSchema = colourRuleSchema.extend({ id: idText })
export type SavedRule = z.infer<typeof savedRuleSchema>

/** Each answers all rules of the account, the oldest first: of several that an advert fits, the first gives the colour. */
export const ruleCalls = {
  'inventory:rules': call(z.null(), z.array(savedRuleSchema)),
  /** `id` null adds a rule; answers as many as before if there are `mostRules` already. */
  'inventory:save-rule': call(
    z.object({ id: idText.nullable(), rule: colourRuleSchema }),
    z.array(savedRuleSchema),
  ),
  'inventory:delete-rule': call(z.object({ id: idText }), z.array(savedRuleSchema)),
}
