import { join } from 'node:path'
import type { Contact } from '#shared/support/support-calls.ts'
import { SupportService } from '../support/support-service.ts'
import type { BareAccount } from '../support/support-texts.ts'
import type { Features } from './features.ts'
import { logFolder, type Ground } from './ground.ts'
import type { Service } from './service.ts'
import type { Storage } from './storage.ts'

/** What is told of the app itself, to the person and to whoever helps. */
export function supportOf(
  { dataDir, version }: Ground,
  storage: Storage,
  { accounts, savedFeeds }: Service,
  { team }: Features,
): SupportService {
  const bareAccounts = async (): Promise<BareAccount[]> =>
    (await accounts.list()).accounts.map(({ kind, baseUrl, keyState }) => ({
      ...{ kind, key: keyState },
      host: URL.parse(baseUrl)?.host ?? '',
    }))
  return new SupportService({
    ...{ version, clock: storage.clock },
    async contacts() {
      const listed = (await accounts.list()).accounts
      const ofAccounts = listed
        .filter(({ kind }) => kind === 'service')
        .map(({ baseUrl }) => URL.parse(baseUrl)?.host ?? '')
      const ofFeeds = listed.flatMap(({ id }) => savedFeeds.list(id).map(({ address }) => hostOf(address)))
      return [
        ...ofAccounts.map((host): Contact => ({ what: 'service', host })),
        ...ofFeeds.map((host): Contact => ({ what: 'feed', host })),
        ...teamHosts(team).map((host): Contact => ({ what: 'team', host })),
      ].filter(({ host }) => host !== '')
    },
    async facts() {
      const { setAside, damaged, unreadable, backupFailure, checks, journal, redactor } = storage
      return {
        ...{ dataDir, logDir: join(dataDir, logFolder), setAside, damaged, backupFailure },
        settings: storage.settings.get(),
        accounts: await bareAccounts().catch((error: unknown) => ({ failed: String(error) })),
        isChecked: (path) => (path === journal.path ? journal.isChecked : checks.isChecked(path)),
        unreadable: unreadable.places,
        redact: (text) => redactor.redact(text),
      }
    },
  })
}

/** `shop.example/stock.csv` → `shop.example` */
const hostOf = (shown: string): string => shown.split('/', 1)[0] ?? ''

/** A team's file that can't be read is told where the team is needed. */
function teamHosts(team: Features['team']): string[] {
  try {
    const file = team.file()
    return file ? [`${file.server.host}:${file.server.port}`] : []
  } catch {
    return []
  }
}
