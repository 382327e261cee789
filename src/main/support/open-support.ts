import type { Context } from '../context/context.ts'
import { join } from 'node:path'
import { SupportService } from './support-service.ts'
import type { Team } from '../team/team.ts'
import { logFolder } from '../context/ground.ts'

/** What is told of the app itself, to the person and to whoever helps. */
export function supportOf(context: Context, team: Team): SupportService {
  const { accounts, savedFeeds } = context
  const { dataDir, version, updateHosts = () => [] } = context.ground
  return new SupportService({
    ...{ version, clock: context.clock },
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
      const { setAside, damaged, unreadable, backupFailure, checks, journal, redactor } = context
      return {
        ...{ dataDir, logDir: join(dataDir, logFolder), setAside, damaged, backupFailure },
        settings: context.settings.get(),
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
function teamHosts(team: Team): string[] {
  try {
    const file = team.file()
    return file ? [`${file.server.host}:${file.server.port}`] : []
  } catch {
    return []
  }
}
