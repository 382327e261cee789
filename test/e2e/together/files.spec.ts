import { runTogether } from '../together.ts'

runTogether('files')
