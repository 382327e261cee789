import { runTogether } from '../together.ts'

runTogether('list')
