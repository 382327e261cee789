import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'

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

export default ts.config(
  { ignores: ['out/', 'test-results/', 'src/shared/i18n/generated/', 'src/shared/i18n/project.inlang/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.svelte'],
    extends: [...ts.configs.strictTypeChecked, ...ts.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.config.ts'] },
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
    },
  },
  // What a person or a program reads in a terminal goes through the writer of the command line (src/main/cli/output.ts).
  {
    name: 'one-writer',
    files: ['src/main/**/*.ts', 'src/sandbox/**/*.ts', 'src/shared/**/*.ts', 'src/preload/**/*.ts'],
    ignores: ['src/main/cli/output.ts'],
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
      'no-restricted-syntax': ['error', ...terminal],
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
      'no-restricted-syntax': ['error', ...terminal, ...transactions],
    },
  },
  { files: ['src/main/cli/output.ts'], rules: { 'no-restricted-syntax': ['error', ...transactions] } },
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
