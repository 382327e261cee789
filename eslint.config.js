import parser from '@typescript-eslint/parser'
import { defineConfig } from 'eslint/config'
import svelte from 'eslint-plugin-svelte'

/** The rules of components, which oxlint hasn't; everything else is in .oxlintrc.json. */
export default defineConfig({
  files: ['src/renderer/**/*.svelte', 'src/renderer/**/*.svelte.ts'],
  extends: svelte.configs.recommended,
  languageOptions: { parserOptions: { parser } },
  rules: {
    'svelte/prefer-const': ['error', { excludedRunes: ['$props', '$derived'] }],
    // A Map that nothing on the screen reads is plain on purpose: timers, caches, asks under way.
    'svelte/prefer-svelte-reactivity': 'off',
  },
})
