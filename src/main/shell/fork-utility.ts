import type { UtilityProcess } from 'electron'
import type { ChildPort } from '../core/child-port.ts'

/** The call of Electron's `utilityProcess` that this needs. */
export interface UtilityForks {
  fork(entry: string, args: string[], options: { stdio: 'ignore'; serviceName: string }): UtilityProcess
}

/** Starts `entry` as a utility process of Electron; its end of the channel is `process.parentPort`. */
export function forkUtility({ fork }: UtilityForks, entry: string, serviceName: string): ChildPort {
  const child = fork(entry, [], { stdio: 'ignore', serviceName })
  return {
    post: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', listener),
    kill: () => {
      // Electron's own kill asks politely (SIGTERM), which a child that hangs in a native call does hear: nobody handles it.
      child.kill()
    },
  }
}
