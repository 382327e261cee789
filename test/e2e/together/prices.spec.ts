import { runTogether } from '../together.ts'

runTogether('prices')
