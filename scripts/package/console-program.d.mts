import type { Target } from './forms.mjs'

export interface ProgramFile {
  readonly name: string
  readonly from?: string
  readonly text?: string
  readonly runs?: boolean
}
export function programFiles(target: Target): ProgramFile[]
export function packProgram(target: Target, folder: string): void
export function writeProgram(target: Target, folder: string): void
