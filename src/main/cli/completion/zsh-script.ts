import { programName } from '../command-help.ts'
import type { CommandCompletion, Completion, OptionCompletion } from './completions.ts'

/** A zsh script on `_arguments`, zsh's own completion, which shows the descriptions too. */
export const zshScript = (commands: readonly CommandCompletion[]): string => `#compdef ${programName}
_${programName}() {
  local line state
  local -a commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join('\n')}
  )
  _arguments -C '1: :->command' '*::argument:->argument'
  case $state in
    command) _describe command commands ;;
    argument)
      case $line[1] in
${commands.map(commandCase).join('\n')}
      esac ;;
  esac
}
if [ "$funcstack[1]" = _${programName} ]; then _${programName} "$@"; else compdef _${programName} ${programName}; fi
`

const commandCase = ({ name, options, args, following }: CommandCompletion): string => {
  const flags = options.map(optionSpec)
  const call = (specs: readonly string[]): string =>
    `_arguments ${[...flags, ...specs].map(quoted).join(' ')}`
  const plain = call(
    args.map((arg, at) => `${args.length > 1 || !isParameters(arg) ? at + 1 : '*'}: :${actionOf(arg)}`),
  )
  if (following.length === 0) return `        ${name}) ${plain} ;;`
  const cases = following
    .toReversed()
    .map(([given, words]) => `*' ${given} '*) ${call([`*: :${actionOf({ kind: 'words', words })}`])} ;;`)
  return `        ${name}) case " \${words[2,CURRENT-1]} " in ${cases.join(' ')} *) ${plain} ;; esac ;;`
}

/** Names of parameters: several can follow, each with its value right behind it. */
const isParameters = (completion: Completion): boolean =>
  completion.kind === 'words' && completion.words.some((word) => /[=[]$/.test(word))

const optionSpec = ({ flag, description, value }: OptionCompletion): string =>
  `${flag}[${description.replace(/[[\]\\]/g, '\\$&')}]${value === null ? '' : `: :${actionOf(value)}`}`

function actionOf(completion: Completion): string {
  switch (completion.kind) {
    case 'words':
      return isParameters(completion)
        ? ` compadd -S "" - ${escaped(completion.words)}`
        : `(${escaped(completion.words)})`
    case 'file':
      return '_files'
    case 'folder':
      return '_files -/'
    case 'none':
      return ''
  }
}

const escaped = (words: readonly string[]): string =>
  words.map((word) => word.replace(/[[\]]/g, String.raw`\$&`)).join(' ')

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
