/**
 * The whole check, its stages side by side as far as there are cores. A stage's output is printed whole when it ends;
 * at the end come the seconds of each, and once more the last lines of each that failed: who sees only the end of a long
 * log sees what failed. Fails if a stage does, after all that can run have run.
 */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'

const root = join(import.meta.dirname, '..')
/** tsgolint is a Go program: with room for garbage it takes a third less of the processor. */
const env = {
  ...process.env,
  GOGC: '500',
  PATH: join(root, 'node_modules', '.bin') + delimiter + process.env.PATH,
}
const script = (name) => ['npm', 'run', '--silent', name]

/**
 * The order in which stages begin. Tests wait now and then, for a clock, a child or a page: the two lanes, which take
 * about as long, fill each other's waits. What is over soon comes first.
 */
const lanes = [
  [
    ['build', ['electron-vite', 'build', '--logLevel', 'warn']],
    ['e2e', script('test:e2e')],
  ],
  [
    ['rooms', script('check:rooms')],
    ['unused', script('check:unused')],
    ['format', script('check:format')],
    ['types', script('check:types')],
    ['lint', script('check:lint')],
    ['unit', script('test:unit')],
  ],
]
/** What a stage can't do without: there is no window to test without a bundle. */
const needs = { e2e: 'build' }
/** Lines of a failed stage that are printed again: a test runner names at its end what failed. */
const repeated = 120

/** @type {{ name: string, code: number, seconds: number, output: string }[]} */
const ended = []
const running = new Set()
let stopped = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    stopped = true
    for (const child of running) end(child, signal)
    setTimeout(() => running.forEach((child) => end(child, 'SIGKILL')), 10_000).unref()
  })

// On one core stages side by side would only take each other's time.
if (availableParallelism() > 1) await Promise.all(lanes.map(runLane))
else for (const lane of lanes) await runLane(lane)

for (const { name, code, output } of ended)
  if (code !== 0) {
    const lines = output.trimEnd().split('\n').slice(-repeated)
    process.stdout.write(`\n── the end of ${name}, which failed:\n${lines.join('\n')}\n`)
  }
process.stdout.write('\n')
for (const { name, code, seconds } of ended)
  process.stdout.write(`${name.padEnd(8)}${String(seconds).padStart(5)} s${code === 0 ? '' : '  failed'}\n`)
const wanted = lanes.flat().length
process.exitCode = ended.length === wanted && ended.every(({ code }) => code === 0) ? 0 : 1

async function runLane(lane) {
  for (const stage of lane) if (canRun(stage)) await run(stage)
}

function canRun([name]) {
  return !needs[name] || ended.some((stage) => stage.name === needs[name] && stage.code === 0)
}

/** Runs one stage to its end, unless the check was stopped. */
async function run([name, [command, ...args]]) {
  if (stopped) return
  const began = Date.now()
  const output = []
  // A group of its own, so that all it started can be ended with it.
  const grouped = process.platform !== 'win32'
  const child = spawn(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: grouped,
    shell: !grouped,
  })
  running.add(child)
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(part))
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`))
      resolve(2)
    })
    child.on('close', (status) => resolve(status ?? 1))
  })
  running.delete(child)
  const seconds = Math.round((Date.now() - began) / 1000)
  const whole = Buffer.concat(output)
  ended.push({ name, code, seconds, output: whole.toString() })
  process.stdout.write(`\n── ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`)
  process.stdout.write(whole)
}

function end(child, signal) {
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // It has ended already.
  }
}
