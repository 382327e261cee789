import { loadLook, saveLook } from '../ui/saved-look.ts'

/** Forms of the rows with errors: as their file is written, as Excel opens a CSV, or as a workbook. */
export const problemForms = ['source', 'excel', 'xlsx'] as const
export type ProblemForm = (typeof problemForms)[number]

const key = 'problem-rows'

/** The form that was chosen last on this computer; null before the first choice. */
export function savedProblemForm(): ProblemForm | null {
  const saved = loadLook(key)
  return problemForms.find((form) => form === saved) ?? null
}

export const saveProblemForm = (form: ProblemForm): void => saveLook(key, form)
