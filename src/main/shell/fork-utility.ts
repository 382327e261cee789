import type { UtilityProcess } from 'electron'
import { childEnvironment } from '../system/child-environment.ts'
import type { ChildPort } from '../system/child-port.ts'

/** The call of Electron's `utilityProcess` that this needs. */
export interface UtilityForks {
  fork(
    entry: string,
    args: string[],
    options: { stdio: 'ignore'; serviceName: string; env: NodeJS.ProcessEnv },
  ): UtilityProcess
}

/** Starts `entry` as a utility process of Electron; its end of the channel is `process.parentPort`. */
export function forkUtility(utilityProcess: UtilityForks, entry: string, serviceName: string): ChildPort {
  const child = utilityProcess.fork(entry, [], {
    stdio: 'ignore',
    serviceName,
    env: childEnvironment(process.env),
  })
  const kill = (): void => {
    // Electron's own kill is a request (SIGTERM), and none to a process that was not started yet: it has no pid.
    if (child.pid === undefined) child.once('spawn', kill)
    else process.kill(child.pid, 'SIGKILL')
  }
  return {
    post: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', listener),
    kill,
  }
}
