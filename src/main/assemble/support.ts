import { join } from 'node:path'
import { SupportService } from '../support/support-service.ts'
import type { Features } from './features.ts'
import { logFolder, type Ground } from './ground.ts'
import type { Service } from './service.ts'
import type { Storage } from './storage.ts'

/** What is told of the app itself, to the person and to whoever helps. */
export function supportOf(
  { dataDir, version, updateHosts = () => [] }: Ground,
  storage: Storage,
  { accounts, savedFeeds }: Service,
  { team }: Features,
): SupportService {
  return new SupportService({
    ...{ version, clock: storage.clock },
    async known() {
      const { accounts: listed } = await accounts.list()
      const own = listed.map(({ kind, baseUrl, keyState }) => ({
        ...{ kind, key: keyState },
        host: URL.parse(baseUrl)?.host ?? '',
      }))
      const hosts = {
        // The sandbox is on this computer.
        service: own.filter(({ kind }) => kind === 'service').map(({ host }) => host),
        feed: listed.flatMap(({ id }) => savedFeeds.list(id).map(({ address }) => hostOf(address))),
        team: teamHosts(team),
        updates: updateHosts(),
      }
      return {
        accounts: own,
        hosts: whats.flatMap((what) => [...new Set(hosts[what])].map((host) => ({ what, host }))),
      }
    },
    facts() {
      const { setAside, damaged, unreadable, backupFailure, checks, journal, redactor } = storage
      return {
        ...{ dataDir, logDir: join(dataDir, logFolder), setAside, damaged, backupFailure },
        settings: storage.settings.get(),
        isChecked: (path) => (path === journal.path ? journal.isChecked : checks.isChecked(path)),
        unreadable: unreadable.places,
        redact: (text) => redactor.redact(text),
      }
    },
  })
}

const whats = ['service', 'feed', 'team', 'updates'] as const

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
