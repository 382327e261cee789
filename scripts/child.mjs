import { spawn } from 'node:child_process'

/** How long a child may take to end after a signal before it is killed. */
const patience = 10_000

/**
 * Runs a command in the foreground: signals go on to its whole group, and its exit is ours. Resolves never; ends the
 * process instead. `onLine` sees each line of its standard output, which is passed on.
 */
export function runInForeground(command, args, { env = process.env, onLine, onExit = () => undefined } = {}) {
  // A group of its own, so that one signal reaches it once, and all that it started can be ended with it.
  const grouped = process.platform !== 'win32'
  const child = spawn(command, args, {
    env,
    detached: grouped,
    stdio: ['inherit', onLine ? 'pipe' : 'inherit', 'inherit'],
  })
  const send = (signal) => {
    try {
      process.kill(grouped ? -child.pid : child.pid, signal)
    } catch {
      // It has ended already.
    }
  }
  let sentAt = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // Ctrl+C comes from the terminal and once more from npm; a second one on purpose comes later.
      if (Date.now() - sentAt < 500) return
      sentAt = Date.now()
      send(signal)
      setTimeout(() => send('SIGKILL'), patience).unref()
    })
  }
  if (onLine) passOn(child.stdout, onLine)
  child.on('error', (error) => {
    process.stderr.write(`${command}: ${error.message}\n`)
    onExit()
    process.exit(2)
  })
  child.on('close', (code, signal) => {
    send('SIGKILL')
    onExit()
    process.exit(code ?? (signal === 'SIGINT' ? 130 : 143))
  })
}

function passOn(stream, onLine) {
  let rest = ''
  stream.setEncoding('utf8').on('data', (text) => {
    process.stdout.write(text)
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    lines.forEach(onLine)
  })
}
