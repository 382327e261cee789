/**
 * What the console program of each system is made of. The systems differ by this table alone.
 * @typedef {'linux-x64' | 'linux-arm64' | 'darwin-x64' | 'darwin-arm64' | 'win32-x64' | 'win32-arm64'} Target
 */

/** The launcher runs instead of itself (`exec`) what it starts, so that signals and the exit code are the command's own. */
const shell = {
  name: 'forecourt',
  text: `#!/bin/sh
# Starts the command line of Forecourt in the Node.js beside it. No other program is called: the environment may be empty.
self=$0
while [ -L "$self" ]; do
  link=$(readlink "$self")
  case $link in
  /*) self=$link ;;
  *) self=\${self%/*}/$link ;;
  esac
done
case $self in
*/*) here=\${self%/*} ;;
*) here=. ;;
esac
exec "$here/node" --disable-warning=ExperimentalWarning "$here/app/cli.cjs" "$@"
`,
}

const batch = {
  name: 'forecourt.cmd',
  text: [
    '@echo off',
    'rem Starts the command line of Forecourt in the Node.js beside it.',
    '"%~dp0node.exe" --disable-warning=ExperimentalWarning "%~dp0app\\cli.cjs" %*',
    'exit /b %ERRORLEVEL%',
    '',
  ].join('\r\n'),
}

const linux = { launcher: shell, node: 'node' }
// Both, so that the halves of the universal app have the same files.
const mac = { launcher: shell, node: 'node', prebuilds: ['darwin-arm64', 'darwin-x64'] }
const windows = { launcher: batch, node: 'node.exe' }

export const forms = {
  'linux-x64': { ...linux, prebuilds: ['linux-x64'] },
  'linux-arm64': { ...linux, prebuilds: ['linux-arm64'] },
  'darwin-x64': mac,
  'darwin-arm64': mac,
  'win32-x64': { ...windows, prebuilds: ['win32-x64'] },
  'win32-arm64': { ...windows, prebuilds: ['win32-arm64'] },
}
