import { runTogether } from '../together.ts'

runTogether('sending')
