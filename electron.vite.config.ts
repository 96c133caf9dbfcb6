import { resolve } from 'node:path'
import ui from '@nuxt/ui/vite'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'

const here = import.meta.dirname

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      rollupOptions: {
        // The desktop app, the loopback host, the built-in service and its work on pictures: one for each process.
        input: {
          index: resolve(here, 'src/main/index.ts'),
          browser: resolve(here, 'src/main/browser/index.ts'),
          service: resolve(here, 'src/service/index.ts'),
          restore: resolve(here, 'src/service/engines/face-restoration/restore-child.ts'),
        },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      // A sandboxed preload can require nothing but electron: everything else goes into the one file, as CommonJS.
      externalizeDeps: false,
      rollupOptions: {
        input: resolve(here, 'src/preload/index.ts'),
        output: { format: 'cjs', entryFileNames: 'index.cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [
      vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'img-comparison-slider' } } }),
      ui({
        root: here,
        colorMode: false,
        autoImport: false,
        components: false,
        ui: { colors: { primary: 'lagoon', neutral: 'zinc' } },
        // Every icon that the sources name goes into the bundle: none is ever fetched.
        icon: { clientBundle: { scan: { globInclude: ['src/renderer/**/*.{vue,ts}'] } } },
      }),
    ],
    build: {
      outDir: resolve(here, 'out/renderer'),
      // Nothing as data: addresses, which the policy would have to allow for scripts and fonts.
      assetsInlineLimit: 0,
      rollupOptions: { input: resolve(here, 'src/renderer/index.html') },
    },
  },
})
