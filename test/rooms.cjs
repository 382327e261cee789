/**
 * Who may import whom. One rule, one sentence; test/rooms.test.ts plants a violation of each and sees it caught.
 * @type {import('dependency-cruiser').IConfiguration}
 */
const features = 'accounts|inventory|batch|orders|search|realty|settings'
const node = { dependencyTypes: ['core'] }

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^electron$' },
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
      name: 'core-knows-no-feature',
      severity: 'error',
      from: { path: '^src/main/core/' },
      to: { path: `^src/(main|shared)/(${features}|shell)/` },
    },
    {
      name: 'ui-knows-no-feature',
      severity: 'error',
      from: { path: '^src/renderer/ui/' },
      to: { path: `^src/(renderer|shared)/(${features})/` },
    },
    {
      name: 'features-meet-in-roots',
      severity: 'error',
      from: { path: `^src/(main|renderer)/(${features})/` },
      to: { path: `^src/(main|renderer)/(${features})/`, pathNot: '^src/$1/$2/' },
    },
    {
      name: 'batch-stands-on-csv-and-journal',
      severity: 'error',
      from: { path: '^src/main/batch/(csv|journal)/' },
      to: { path: '^src/main/batch/', pathNot: '^src/main/batch/$1/' },
    },
    {
      name: 'drafts-do-not-know-sending',
      severity: 'error',
      from: { path: '^src/main/batch/draft/' },
      to: { path: '^src/main/batch/(sending|settle)/' },
    },
    {
      name: 'features-do-not-know-shell',
      severity: 'error',
      from: { path: `^src/main/(${features})/` },
      to: { path: '^src/main/shell/' },
    },
    {
      name: 'nobody-imports-a-root',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/main/([a-z-]+\\.ts$|cli/)' },
      to: { path: '^src/main/((index|cli|assemble)\\.ts$|cli/)' },
    },
    {
      name: 'no-dev-dependency-in-main',
      severity: 'error',
      from: { path: '^src/(main|sandbox)/' },
      to: { dependencyTypes: ['npm-dev'], pathNot: '^node_modules/electron/' },
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
