import svelte from 'eslint-plugin-svelte'
import ts from 'typescript-eslint'

/** The rules of components, which oxlint hasn't; everything else is in .oxlintrc.json. */
export default ts.config({
  files: ['src/renderer/**/*.svelte', 'src/renderer/**/*.svelte.ts'],
  extends: svelte.configs.recommended,
  languageOptions: { parserOptions: { parser: ts.parser } },
  rules: {
    'svelte/prefer-const': ['error', { excludedRunes: ['$props', '$derived'] }],
    // A Map that nothing on the screen reads is plain on purpose: timers, caches, asks under way.
    'svelte/prefer-svelte-reactivity': 'off',
  },
})
