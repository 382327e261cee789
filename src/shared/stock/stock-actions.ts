/** Actions for a car of a stock file, or of a link that the file lacks. Only create, edit and some that are missing are sent. */
export const stockActions = [
  'create',
  'edit',
  'unchanged',
  /** A row about the key is not settled. */
  'waiting',
  /** The file lacks the key of a live link; `does` of the missing car says what is done about it. */
  'missing',
  /** Nothing is done until a person answers. */
  'asked',
  /** A change by a person at the service is left as it is. */
  'kept',
  'error',
] as const
export type StockAction = (typeof stockActions)[number]

/** Groups of checked rows, as they are read: what would be lost, what a person must do, what is sent, what stays as it is. */
export const rowGroups = [
  'missing',
  'error',
  'asked',
  'delete',
  'edit',
  'create',
  'waiting',
  'kept',
  'unchanged',
] as const
export type RowGroup = (typeof rowGroups)[number]

/** Why a car has its action; the words are made where they are shown. */
export const stockReasons = [
  // Errors of the row.
  'no-key',
  /** The number has more than 100 characters, a spreadsheet shortened it (`1,2E+12`), or it is the error of a formula. */
  'long-key',
  'shortened-key',
  'error-key',
  'doubled-key',
  'invalid',
  /** The file says another make, model, modification or equipment than the linked advert has. */
  'other-vehicle',
  /** An earlier line has the key and says the same. */
  'equal-row',

  // Waiting.
  'in-doubt',
  'conflict',
  'sending',

  // Asked.
  'gone',
  'ended-by-person',
  /** A new key, and a missing or held one of the same vehicle. */
  'renumbered',
  /** A new key, and another one that differs only in how it is spelt. */
  'spelt-alike',
  /** The same, and only the zeros in front of the new one are missing. */
  'lost-zeros',
  /** An own live advert of the make and model has no link. */
  'unlinked-advert',
  'no-price',
  'by-likeness',
  /** The journal was recovered, and own adverts can't be seen: it may have an advert since before. */
  'recovered',

  // Shown with a create or an edit, or with a kept car.
  'back-in-stock',
  'out-by-person',
  'by-hand',
  'pinned',
  /** The file has the car, with a quantity of none: no advert is made for it. */
  'not-in-stock',

  // Why nothing is done about a missing car, or what else is.
  /** A row has no key, or an error and no link: it may be the missing car. */
  'unclear-rows',
  /** A car of the same vehicle or spelling is asked about or waits. */
  'vehicle-open',
  'already-out',
  'already-gone',
  'price-unknown',
  /** A delete waits for a second file without the key. */
  'first-file',
  /** A person keeps from the file whether the advert is in stock: the file withdraws it in no way. */
  'stock-pinned',
] as const
export type StockReason = (typeof stockReasons)[number]

/** True if a row waits until something is answered, settled or corrected; that is a problem of the row then. */
export const isHeldBack = ({
  action,
  reason,
}: {
  action: StockAction
  reason: StockReason | null
}): boolean => action === 'asked' || action === 'waiting' || (action === 'error' && reason !== 'invalid')

/** Rules for the adverts of cars that the file lacks, as a person chose for the source. */
export const missingRules = ['keep', 'not-in-stock', 'delete'] as const
export type MissingRule = (typeof missingRules)[number]

/** Rules for a value that was changed by hand at the service. */
export const byHandRules = ['keep', 'file'] as const
export type ByHandRule = (typeof byHandRules)[number]

/** Rules for a new car of the same trim as one that left: to ask, or to take it for another car. */
export const sameTrimRules = ['ask', 'new'] as const
export type SameTrimRule = (typeof sameTrimRules)[number]

/** Usual rules of a source until somebody chooses otherwise. */
export const usualRules = { missing: 'keep', byHand: 'keep', sameTrim: 'ask' } as const
/** The name of a source that is not named. */
export const usualSource = 'stock'

/** Grade of certainty that an unlinked advert is that of a car. */
export const candidateGrades = ['certain', 'likely', 'possible'] as const
export type CandidateGrade = (typeof candidateGrades)[number]

/** Reasons for a candidate, and against it. */
export const candidateReasons = [
  'id-column',
  'same-trim',
  'other-trim',
  'same-price',
  'near-price',
  'same-year',
  'same-model',
] as const
export type CandidateReason = (typeof candidateReasons)[number]

/** Why nothing of a file is taken; each is lifted by its number. */
export const brakeCodes = [
  /** The file looks cut: it is empty, breaks off, or has far fewer rows than it should. */
  'fewer-rows',
  'many-missing',
  /** Creates that can't be compared with own adverts, as the service lists none. */
  'new-unseen',
] as const
export type BrakeCode = (typeof brakeCodes)[number]
