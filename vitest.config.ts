import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [svelte()],
  test: {
    include: ['test/{shared,main,renderer,sandbox,host}/**/*.test.ts', 'test/*.test.ts'],
    testTimeout: 20_000,
    // By default one core stays idle, of two the half.
    maxWorkers: '100%',
    typecheck: { enabled: false },
  },
})
