import type { TeamStockFile } from '../batch/journal/team-stock-entries.ts'

/** The other desks that have the same stock numbers, if there are any. */
export interface StockTeam {
  /**
   * Gives a stock file its place among those of its source at all desks.
   * @param refuseOutdated throws if the plan was made before what the journal has of the log by now
   * @returns its entry in the team's log; null without a team
   * @throws Fault `plan-outdated` if a file came to another desk since it was planned, `team`
   */
  takeFile(accountId: string, file: TeamStockFile, refuseOutdated: () => void): Promise<number | null>
  /**
   * Does what a person says of links, on what is known of them at all desks, and tells the team.
   * @throws what the work throws; Fault `team`, before anything is done; `usage` (`link-elsewhere`) if another desk changed a link at the
   *   same moment, whose word counts
   */
  changeLinks<Result>(accountId: string, work: () => Result): Promise<Result>
  /** Tells the team what is new here of links and files, at once if it can. */
  tellStock(accountId: string): Promise<void>
}
