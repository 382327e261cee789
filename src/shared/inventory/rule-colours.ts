/** Grounds that no state of an edit or a batch has. */
export const ruleColours = ['pink', 'lime', 'sand', 'slate'] as const
export type RuleColour = (typeof ruleColours)[number]

/** Letters of a rule's word, at most. */
export const mostRuleLetters = 24

/** Colour rules that an account has at most. */
export const mostRules = 12
