import { Argument } from '@commander-js/extra-typings'
import { m } from '#shared/i18n/generated/messages.js'
import { defineCommand, oneOf } from './command-definition.ts'
import { bashScript } from './completion/bash-script.ts'
import { completionsOf } from './completion/completions.ts'
import { powershellScript } from './completion/powershell-script.ts'
import { zshScript } from './completion/zsh-script.ts'
import { exitCodes } from './output.ts'

const scripts = { bash: bashScript, zsh: zshScript, powershell: powershellScript }
const shells = ['bash', 'zsh', 'powershell'] as const

/** `completion bash|zsh|powershell`: a script that needs nothing of the app when it completes. */
export const command = defineCommand({
  describe: (command) =>
    command.addArgument(
      new Argument('<bash|zsh|powershell>', m.cli_completion_shell())
        .choices(shells)
        .argParser(oneOf('completion', shells)),
    ),
  examples: () => [
    ['completion bash >> ~/.bashrc', m.cli_completion_summary()],
    ['completion zsh > ~/.zsh/completions/_forecourt', m.cli_completion_example_zsh()],
    ['completion powershell >> $PROFILE', m.cli_completion_summary()],
  ],

  async run({ output, program }, _options, shell) {
    output.printText(scripts[shell](completionsOf(await program())))
    return exitCodes.done
  },
})
