import { runTogether } from '../together.ts'

runTogether('frame')
