import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [svelte()],
  test: {
    include: ['test/{shared,main,renderer,sandbox,host}/**/*.test.ts', 'test/*.test.ts'],
    testTimeout: 20_000,
    // By default one core stays idle, of two the half.
    maxWorkers: '100%',
    // Threads that strip types at the same time end V8 in its WebAssembly wrappers now and then (nodejs/node issue 64500).
    execArgv: ['--wasm-wrapper-tiering-budget=2147483647'],
    typecheck: { enabled: false },
  },
})
