import type { AppContext } from '../ui/app-context.ts'
import { importsOf, showImport } from './import-of.svelte.ts'

/** Takes the deletes of these adverts to a wizard, whose check shows what each has now and what goes with it. Nothing is sent. */
export async function deleteAdverts(app: AppContext, ids: Float64Array<ArrayBuffer>): Promise<void> {
  const reply = await app.client('draft:begin-deletes', { ids })
  if (!reply.ok) {
    app.toasts.show(`${reply.failure.words} ${reply.failure.next}`, { tone: 'conflict' })
    return
  }
  const wizard = importsOf(app).begin()
  void wizard.takeMade(reply.value)
  showImport(app, wizard)
}
