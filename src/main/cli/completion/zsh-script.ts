import { programName } from '../help-examples.ts'
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

const commandCase = ({ name, options, args }: CommandCompletion): string => {
  const specs = [...options.map(optionSpec), ...args.map((arg, at) => `${at + 1}: :${actionOf(arg)}`)]
  return `        ${name}) _arguments ${specs.map(quoted).join(' ')} ;;`
}

const optionSpec = ({ flag, description, value }: OptionCompletion): string =>
  `${flag}[${description.replace(/[[\]\\]/g, '\\$&')}]${value === null ? '' : `: :${actionOf(value)}`}`

function actionOf(completion: Completion): string {
  switch (completion.kind) {
    case 'words':
      return `(${completion.words.join(' ')})`
    case 'file':
      return '_files'
    case 'folder':
      return '_files -/'
    case 'none':
      return ''
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
