import { loadLook, saveLook } from '../ui/saved-look.ts'

/** How the rows with errors are saved: as their file is written, or as Excel opens a CSV. */
export type ProblemForm = 'source' | 'excel'

const key = 'problem-rows'

/** The form that was chosen last on this computer; null before the first choice. */
export function savedProblemForm(): ProblemForm | null {
  const saved = loadLook(key)
  return saved === 'source' || saved === 'excel' ? saved : null
}

export const saveProblemForm = (form: ProblemForm): void => saveLook(key, form)
