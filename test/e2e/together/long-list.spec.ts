import { runTogether } from '../together.ts'

runTogether('long-list')
