import { runTogether } from '../together.ts'

runTogether('edits')
