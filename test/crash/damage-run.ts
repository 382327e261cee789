import { damages } from './damage-patterns.ts'
import { judge } from './damage-judge.ts'
import { liveStages } from './damage-world.ts'

/** Damages the journal in every way at every stage, and prints what became of its rows. */
const { stages, drop } = await liveStages()
const sum = { whole: 0, inDoubt: 0, told: 0, silent: 0, invented: 0, twice: 0, unnoticed: 0, asking: 0 }
type Kind = keyof typeof sum
const kinds = Object.keys(sum) as Kind[]
const perDamage: string[] = []
try {
  const only = process.argv.indexOf('--only')
  const asked =
    only < 0 ? damages : damages.slice(Number(process.argv[only + 1]), Number(process.argv[only + 1]) + 1)
  for (const [name, damage] of asked) {
    const own = { ...sum, ...Object.fromEntries(kinds.map((kind) => [kind, 0])) }
    for (const stage of stages) {
      try {
        const verdict = judge(stage, stages, damage)
        for (const kind of kinds) own[kind] += verdict[kind]
        if (verdict.words.length > 0 && process.argv.includes('--words'))
          console.error(
            `${name}, ${stage.name}: ${verdict.words.length}, ${verdict.words.slice(0, 3).join('; ')}`,
          )
      } catch (error) {
        console.error(
          `${name}, ${stage.name}: ${error instanceof Error ? (error.stack ?? '') : String(error)}`,
        )
        process.exitCode = 1
      }
    }
    for (const kind of kinds) sum[kind] += own[kind]
    perDamage.push(`| ${name} | ${kinds.map((kind) => own[kind]).join(' | ')} |`)
  }
  console.log(`| ${damages.length} ways of damage, ${stages.length} stages | ${kinds.join(' | ')} |`)
  console.log(`| --- | ${kinds.map(() => '---').join(' | ')} |`)
  console.log([...perDamage, `| all | ${kinds.map((kind) => sum[kind]).join(' | ')} |`].join('\n'))
} finally {
  drop()
}
