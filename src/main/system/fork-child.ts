import { childEnvironment } from './child-environment.ts'
import type { ChildPort } from './child-port.ts'

/**
 * Starts `entry` as a child of plain Node. It doesn't write to our streams, and it is unref'd: an idle child
 * doesn't keep the command line from ending.
 */
export function forkChild(entry: string, env: NodeJS.ProcessEnv = process.env): ChildPort {
  // Loaded with the first child: most commands start none.
  const { fork } = process.getBuiltinModule('node:child_process')
  const child = fork(entry, [], {
    env: childEnvironment(env),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.unref()
  child.channel?.unref()
  return {
    post: (message) => {
      // A channel that is closed already shows as the child's exit: the error of the write adds nothing.
      child.send(message as object, () => undefined)
    },
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => {
      child.on('exit', listener)
      child.on('error', listener)
    },
    kill: () => void child.kill('SIGKILL'),
  }
}
