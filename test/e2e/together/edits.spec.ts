import { test } from '../app.ts'
import { runTogether } from '../together.ts'

// Keys come here while something is still opening or closing.
test.use({ reducedMotion: 'no-preference' })
runTogether('edits')
