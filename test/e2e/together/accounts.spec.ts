import { runTogether } from '../together.ts'

runTogether('accounts')
