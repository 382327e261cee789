import { z } from 'zod'
import { idText } from '../bridge/bounds.ts'
import { call } from '../bridge/call.ts'

/** A host that the app sends requests to: `developers.ria.com`. */
const contactedHostSchema = z.object({
  what: z.enum(['service', 'feed', 'team', 'updates']),
  host: z.string(),
})
export type ContactedHost = z.infer<typeof contactedHostSchema>

const aboutSchema = z.object({
  version: z.string(),
  /** Parts that the app runs on, each with its version: `Electron 45.4.1`, and the system. */
  parts: z.array(z.string()),
  /** But for those of the adverts' photos. */
  hosts: z.array(contactedHostSchema),
})
export type About = z.infer<typeof aboutSchema>

/** A file of the archive: its whole text, as it is saved. */
const supportTextSchema = z.object({ name: z.string(), text: z.string() })
export type SupportText = z.infer<typeof supportTextSchema>

export const supportCalls = {
  'support:about': call(z.null(), aboutSchema),
  /** Gathers what an engineer needs to help; `id` names just these texts for `support:archive`. */
  'support:look': call(z.null(), z.object({ id: z.string(), files: z.array(supportTextSchema) })),
  /** The texts that were looked at, as a ZIP archive. */
  'support:archive': call(
    z.object({ id: idText }),
    z.object({ fileName: z.string(), text: z.instanceof(Uint8Array) }),
  ),
  /** Shows the log in the system's file manager. */
  'support:show-log': call(z.null(), z.null()),
}
