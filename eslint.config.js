import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'

/** The command line's writer, and the self-test of an installed app, which has one line to say. */
const writers = ['src/main/cli/output.ts', 'src/main/shell/self-test.ts']
const oneWriter = 'Only src/main/cli/output.ts writes to a terminal: take an Output.'

/** What writes to a terminal. */
const terminal = [
  'MemberExpression[object.name="process"][property.name=/^std(out|err)$/]',
  'MemberExpression[object.name="process"][property.value=/^std(out|err)$/]',
  'VariableDeclarator[init.name="process"] > ObjectPattern > Property[key.name=/^std(out|err)$/]',
  'CallExpression[callee.name=/^(write|writev|writeFile|appendFile)(Sync)?$/][arguments.0.raw=/^[12]$/]',
  'Literal[value=/^.dev.std(out|err)$/]',
].map((selector) => ({ selector, message: oneWriter }))

/** What begins or ends a transaction. */
const transactions = ['Literal[value=', 'TemplateElement[value.raw='].map((node) => ({
  selector: `CallExpression[callee.property.name=/^(exec|prepare)$/] ${node}/(^|;)\\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\\b/i]`,
  message: 'Transactions are begun in src/main/storage/transactions.ts alone: use inTransaction.',
}))

/** Of a useless `void` oxlint sees only that before a call. */
const discards = [
  {
    selector:
      'UnaryExpression[operator="void"]:not([argument.type=/^(Call|Chain|Assignment|Import)Expression$/]):not([argument.raw="0"])',
    message: 'void discards what a call answers, nothing else.',
  },
]

/** Classes that have nothing to hide. */
const open = [
  ...['AccountForm', 'FingerprintFilter', 'OrderFilters', 'Printing', 'QuotaForm', 'Router', 'SearchBox'],
  ...['Slot', 'Toasts', 'WatchedFolder'],
]

/** An object of a class with a #member is taken for no other by the compiler. */
const nominal = [
  {
    selector: `ClassBody:not(:has(> [key.type="PrivateIdentifier"])):matches(:not([superClass]) > ClassBody):not([id.name=/^(${open.join('|')})$/] > ClassBody)`,
    message: 'Give the class a #member: without one any object of its shape passes for it.',
  },
]

/** What oxlint leaves to ESLint whole. */
const notPlain = ['**/*.svelte', '**/*.js', '**/*.mjs', '**/*.cjs']

export default ts.config(
  {
    ignores: [
      'out/',
      'out-pseudo/',
      'dist/',
      'test-results/',
      'src/shared/i18n/generated/',
      'src/shared/i18n/project.inlang/',
    ],
  },
  // A plain .ts file is checked by oxlint (.oxlintrc.json) with the same rules, which needs a tenth of the time. Here it
  // is only read for what oxlint has not, without types.
  { files: ['**/*.ts'], languageOptions: { parser: ts.parser } },
  { files: notPlain, extends: [js.configs.recommended] },
  {
    files: ['src/renderer/**/*.svelte'],
    languageOptions: {
      parser: ts.parser,
      // Not `projectService`: it checks the whole program again for each component, with the same findings in twice the time.
      // What the renderer refers to is read as `tsc` wrote it.
      parserOptions: { project: 'src/renderer/tsconfig.json', extraFileExtensions: ['.svelte'] },
    },
  },
  {
    files: ['src/renderer/**/*.svelte'],
    extends: [...ts.configs.strictTypeChecked, ...ts.configs.stylisticTypeChecked],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
    },
  },
  { files: ['**/*.ts'], rules: { 'no-restricted-syntax': ['error', ...discards] } },
  {
    // Instead of no-unsafe-class-instance-assignment, the only rule with types that oxlint has not.
    files: ['src/renderer/**/*.svelte.ts'],
    rules: { 'no-restricted-syntax': ['error', ...discards, ...nominal] },
  },
  // What a person or a program reads in a terminal goes through the writer of the command line (src/main/cli/output.ts).
  {
    name: 'one-writer',
    files: ['src/main/**/*.ts', 'src/sandbox/**/*.ts', 'src/shared/**/*.ts', 'src/preload/**/*.ts'],
    ignores: writers,
    rules: {
      'no-console': 'error',
      'no-restricted-imports': [
        'error',
        {
          paths: ['process', 'node:process', 'console', 'node:console'].map((name) => ({
            name,
            message: oneWriter,
          })),
        },
      ],
      'no-restricted-syntax': ['error', ...discards, ...nominal, ...terminal],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    extends: [...svelte.configs.recommended, ...svelte.configs.prettier],
    languageOptions: {
      globals: globals.browser,
      parserOptions: { parser: ts.parser },
    },
    rules: {
      'prefer-const': 'off',
      'svelte/prefer-const': ['error', { excludedRunes: ['$props', '$derived'] }],
      // A Map that nothing on the screen reads is plain on purpose: timers, caches, asks under way.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  { files: ['scripts/**/*.mjs', 'test/**/*.cjs', '*.js'], languageOptions: { globals: globals.node } },
  {
    // Whoever begins a transaction by hand may be in the middle of another one's. A draft has a database of its own, which
    // its worker alone writes, one request after another.
    files: ['src/main/**/*.ts'],
    ignores: ['src/main/storage/transactions.ts', 'src/main/import/staging/staging.ts'],
    rules: {
      // A file has the last setting of a rule alone, so both are said again.
      'no-restricted-syntax': ['error', ...discards, ...nominal, ...terminal, ...transactions],
    },
  },
  {
    files: writers,
    rules: { 'no-restricted-syntax': ['error', ...discards, ...nominal, ...transactions] },
  },
  {
    // Playwright reads what a fixture needs from its pattern; one that needs nothing has an empty one.
    files: ['test/e2e/**'],
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },
  {
    files: ['test/host/fixtures/app/**'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
  prettier,
)
