/**
 * Who may import whom. One rule, one sentence; test/rooms.test.ts plants a violation of each and sees it caught.
 * @type {import('dependency-cruiser').IConfiguration}
 */
const features =
  'accounts|advert-form|demand|guide|inventory|import|lookups|batch|orders|proxy|search|realty|settings|staged|stock|support|team|today|updates'
/** Rooms of main that know no feature: what every feature may use. */
const ground = 'bridge|feeds|files|http|keychain|log|names|policy|quota|service|storage|system|words|writes'
/** The features of main, the lowest first: each may import those before it. */
const floors = [
  ...['settings', 'accounts', 'lookups', 'inventory', 'import', 'batch', 'joins', 'team', 'orders', 'stock'],
  ...['staged', 'advert-form', 'demand', 'search', 'realty', 'photos', 'support', 'updates'],
]
/** Files of a team that are loaded without one. */
const lightTeam = '^src/main/team/(follow-team|team|team-calls|team-file|team-secrets)\\.ts$'
/** Packages that may become a part of main: docs/adr/0006-dependencies.md. */
const decided =
  '@commander-js/extra-typings|commander|electron|electron-updater|htmlparser2|iconv-lite|keytar|numfmt|p-queue|papaparse|pg|undici|yauzl|yazl|zod'
const node = { dependencyTypes: ['core'] }

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(electron$|~icons/)' },
    },
    {
      name: 'shared-is-pure',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { pathNot: '^(src/shared/|node_modules/zod/)' },
    },
    {
      name: 'preload-sees-electron-and-shared',
      severity: 'error',
      from: { path: '^src/preload/' },
      to: { pathNot: '^(src/(preload|shared)/|node_modules/electron/|electron$)' },
    },
    {
      name: 'renderer-sees-shared',
      severity: 'error',
      from: { path: '^src/renderer/' },
      to: { path: '^src/(main|preload|sandbox)/' },
    },
    { name: 'renderer-has-no-node', severity: 'error', from: { path: '^src/renderer/' }, to: node },
    {
      name: 'renderer-has-no-electron',
      severity: 'error',
      from: { path: '^src/renderer/' },
      to: { path: '(^|/)node_modules/electron/|^electron$' },
    },
    {
      name: 'sandbox-sees-shared',
      severity: 'error',
      from: { path: '^src/sandbox/' },
      to: { path: '^src/(main|renderer|preload)/' },
    },
    {
      name: 'sandbox-rooms-know-no-server',
      severity: 'error',
      from: { path: '^src/sandbox/(http|world|control|vehicles|realty|orders|demand|live)/' },
      to: { path: '^src/sandbox/(server/|[^/]+\\.ts$)' },
    },
    {
      name: 'sandbox-base-knows-no-endpoint',
      severity: 'error',
      from: { path: '^src/sandbox/(http|world|control)/' },
      to: { path: '^src/sandbox/(vehicles|realty|orders|demand|live)/' },
    },
    {
      name: 'main-sees-shared-and-sandbox',
      severity: 'error',
      from: { path: '^src/main/' },
      to: { path: '^src/(renderer|preload)/' },
    },
    {
      name: 'electron-in-shell-only',
      severity: 'error',
      from: { path: '^src/(main|sandbox)/', pathNot: '^src/main/(shell/|index\\.ts$)' },
      to: { path: '(^|/)node_modules/electron/|^electron$' },
    },
    {
      name: 'ground-knows-no-feature',
      severity: 'error',
      from: { path: `^src/main/(${ground})/` },
      to: { path: `^src/main/(${floors.join('|')}|context)/` },
    },
    {
      name: 'ui-knows-no-feature',
      severity: 'error',
      from: { path: '^src/renderer/ui/' },
      to: { path: `^src/(renderer|shared)/(${features})/` },
    },
    {
      name: 'window-writes-know-no-feature',
      severity: 'error',
      from: { path: '^src/renderer/writes/' },
      to: { path: `^src/renderer/(${features})/` },
    },
    {
      name: 'features-meet-in-roots',
      severity: 'error',
      from: { path: `^src/renderer/(${features})/` },
      to: { path: `^src/renderer/(${features})/`, pathNot: '^src/renderer/$1/' },
    },
    ...floors.slice(0, -1).map((feature, at) => ({
      name: 'features-know-no-higher-ones',
      severity: 'error',
      from: { path: `^src/main/${feature}/` },
      to: { path: `^src/main/(${floors.slice(at + 1).join('|')})/` },
    })),
    {
      name: 'csv-and-journal-stand-alone',
      severity: 'error',
      from: { path: '^src/main/(import/csv|batch/journal)/' },
      to: { path: '^src/main/(import|batch)/', pathNot: '^src/main/($1|import/rows)/' },
    },
    {
      name: 'rows-are-of-no-kind',
      severity: 'error',
      from: { path: '^src/main/import/rows/' },
      to: { path: '^src/main/import/', pathNot: '^src/main/import/rows/' },
    },
    {
      name: 'journal-does-not-know-sending',
      severity: 'error',
      from: { path: '^src/main/batch/(journal|sending)/' },
      to: { path: '^src/main/batch/(settle|undo)/' },
    },
    {
      name: 'shared-serves-main',
      severity: 'error',
      from: { path: '^src/main/' },
      to: { path: '^src/shared/', reachable: false },
    },
    {
      name: 'shared-serves-the-window',
      severity: 'error',
      from: { path: '^src/renderer/' },
      to: { path: '^src/shared/', reachable: false },
    },
    {
      name: 'only-the-window-knows-shell',
      severity: 'error',
      from: { path: '^src/main/', pathNot: '^src/main/(shell/|index\\.ts$)' },
      to: { path: '^src/main/shell/' },
    },
    {
      name: 'nobody-imports-a-root',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/main/([a-z-]+\\.ts$|assemble/|cli/)' },
      to: { path: '^src/main/((index|cli|assemble)\\.ts$|assemble/|cli/)' },
    },
    {
      name: 'window-has-no-command-line',
      severity: 'error',
      from: { path: '^src/main/index\\.ts$' },
      to: { path: '^src/main/cli(/|\\.ts$)', reachable: true },
    },
    {
      // Without a team nothing of one is loaded but what asks whether there is one.
      name: 'a-team-is-loaded-when-there-is-one',
      severity: 'error',
      from: { path: `^src/main/(?!team/)|${lightTeam}` },
      to: {
        path: '^(src/main/team/|node_modules/pg/)',
        pathNot: lightTeam,
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'main-is-built-of-decided-packages',
      severity: 'error',
      from: { path: '^src/(main|sandbox)/' },
      to: { dependencyTypes: ['npm', 'npm-dev'], pathNot: `^node_modules/(${decided})/` },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'src/shared/i18n/generated' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['svelte', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.svelte.ts', '.svelte', '.js', '.d.ts'],
    },
  },
}
