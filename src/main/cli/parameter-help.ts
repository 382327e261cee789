import type { NamedParameter } from '../service/named-parameter.ts'

/** A terminal has so many columns. */
const width = 80

/** The parameters of a command at the end of its help, each with its meaning. */
export function parameterHelp(title: string, parameters: readonly NamedParameter[]): string {
  const indent = Math.max(...parameters.map(({ name }) => name.length)) + 4
  const lines = parameters.map(({ name, meaning }) => {
    const [first = '', ...others] = wrapped(meaning(), width - indent)
    return [`  ${name}`.padEnd(indent) + first, ...others.map((line) => ' '.repeat(indent) + line)].join('\n')
  })
  return `\n${title}\n${lines.join('\n')}`
}

function wrapped(text: string, room: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || line.length + 1 + word.length > room) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines
}
