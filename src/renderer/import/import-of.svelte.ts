import type { RequestOf } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { AppContext } from '../ui/app-context.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import { columnNames } from '#shared/import/file-columns.ts'
import { ImportState, type ImportMemo } from './import-state.svelte.ts'
import { type OpenImport, OpenImports } from './open-imports.svelte.ts'

/** Open files of the window: each stays as it is while the dealer looks at another file or page, and for the next start. */
export const importsOf = perWindow((app) => {
  const imports = new OpenImports(() => inEffectRoot(() => new ImportState(app.client, app.on, columnNames)))
  void listLeft(app, imports).then(() => keepAll(app, imports))
  return imports
})

/** Lists the files that an earlier start left in the middle. */
async function listLeft({ client, toasts }: AppContext, imports: OpenImports<ImportState>): Promise<void> {
  const reply = await client('draft:left', null)
  if (!reply.ok) toasts.show(`${reply.failure.words} ${reply.failure.next}`, { tone: 'conflict' })
  for (const { accountId, memo, ...file } of reply.ok ? reply.value : []) {
    const left = readMemo(memo)
    // What can't be read is gone on with from its first step.
    if (left) imports.list(left.id, accountId, (wizard) => wizard.list(file, left))
    else imports.list(file.draftId, accountId, (wizard) => void wizard.takeBegun(file))
  }
}

function readMemo(text: string): ImportMemo | null {
  try {
    const memo = JSON.parse(text) as ImportMemo
    return typeof memo.id === 'string' && Array.isArray(memo.names) ? memo : null
  } catch {
    return null
  }
}

/** Has main keep how far the person came with each file, as soon as it changes; once it can't, that is said. */
function keepAll({ client, toasts }: AppContext, imports: OpenImports<ImportState>): void {
  const kept = new Map<string, string>()
  let isTold = false
  const keep = async (request: RequestOf<Calls['draft:keep']>): Promise<void> => {
    const reply = await client('draft:keep', request)
    if (!reply.ok && !isTold) {
      const { words, next } = reply.failure
      toasts.show(m.import_not_kept({ words: `${words} ${next}` }), { tone: 'conflict' })
    }
    isTold = !reply.ok
  }
  $effect.root(() => {
    $effect(() => {
      for (const { id, accountId, wizard } of imports.all) {
        const memo = JSON.stringify(wizard.memoAs(id))
        const { draftId } = wizard.opened
        if (memo === 'null' || draftId === null || accountId === '' || kept.get(draftId) === memo) continue
        kept.set(draftId, memo)
        void keep({ draftId, accountId, memo })
      }
    })
  })
}

/** Goes to the wizard of a file, or of rows of the app's own. */
export function showImport(app: AppContext, wizard: ImportState): void {
  openImport(app, { id: importsOf(app).idOf(wizard), wizard })
}

/** Goes to a wizard whose number is known. */
export function openImport(
  { router }: AppContext,
  { id, wizard }: Pick<OpenImport<ImportState>, 'id' | 'wizard'>,
): void {
  router.navigate(wizard.made ? 'review' : 'imports', { file: id })
}

/** Each file in its own wizard: one is shown, several are listed. */
export function takeFiles<File>(
  app: AppContext,
  files: readonly File[],
  take: (wizard: ImportState, file: File) => Promise<void>,
): void {
  const wizards = files.map((file) => {
    const wizard = importsOf(app).begin()
    void take(wizard, file)
    return wizard
  })
  const [only] = wizards
  if (only && wizards.length === 1) showImport(app, only)
  else app.router.navigate('imports')
}

/** A state whose derived values outlive the page, or the event, in which it was created. */
function inEffectRoot<State>(create: () => State): State {
  let state: State | undefined
  $effect.root(() => {
    state = create()
  })
  return state as State
}
