import vue from '@vitejs/plugin-vue'
import ui from '@nuxt/ui/vite'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      { test: { name: 'contract', include: ['test/contract/**/*.test.ts'] } },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 60_000,
          // Each starts an app, a service and a browser: one after the other is faster than all at once.
          fileParallelism: false,
        },
      },
      {
        plugins: [
          vue({
            template: { compilerOptions: { isCustomElement: (tag) => tag === 'img-comparison-slider' } },
          }),
          ui({ autoImport: false, components: { dts: false } }),
        ],
        test: { name: 'component', include: ['test/component/**/*.test.ts'], environment: 'happy-dom' },
      },
    ],
  },
})
