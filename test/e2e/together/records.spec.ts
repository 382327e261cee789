import { runTogether } from '../together.ts'

runTogether('records')
