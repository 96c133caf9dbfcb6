import { createNodeResolver, importX } from 'eslint-plugin-import-x'
import vue from 'eslint-plugin-vue'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

/** Which layer may import which; `#shared/*` is resolved by package.json like any other path. */
const ZONES = [
  { target: 'src/shared', from: ['src/platform', 'src/main', 'src/service', 'src/preload', 'src/renderer'] },
  { target: 'src/platform', from: ['src/main', 'src/service', 'src/preload', 'src/renderer'] },
  { target: 'src/service', from: ['src/main', 'src/preload', 'src/renderer'] },
  {
    target: 'src/main/core',
    from: ['src/main/electron', 'src/main/browser', 'src/main/host', 'src/service', 'src/renderer'],
  },
  { target: 'src/main', from: ['src/service', 'src/preload', 'src/renderer'] },
  { target: 'src/main/browser', from: ['src/main/electron'] },
  { target: 'src/main/electron', from: ['src/main/browser'] },
  { target: 'src/preload', from: ['src/platform', 'src/main', 'src/service', 'src/renderer'] },
  { target: 'src/renderer', from: ['src/platform', 'src/main', 'src/service', 'src/preload'] },
]
const zones = ZONES.flatMap(({ target, from }) =>
  from.map((each) => ({
    target: `./${target}`,
    from: `./${each}`,
    message: `${target} must not know ${each}; see ARCHITECTURE.md, "Layers".`,
  })),
)

const noElectron = {
  group: ['electron', 'electron/*'],
  message: 'Only src/main/electron and src/preload import electron.',
}
const noNode = {
  group: ['node:*', 'fs', 'path', 'os', 'child_process'],
  message: 'This layer runs without Node.',
}
const noVue = { group: ['vue', 'vue-*', 'pinia', '@vueuse/*'], message: 'This layer runs without the pages.' }

export default defineConfig(
  { ignores: ['out', 'dist', 'coverage', 'node_modules', 'test-results'] },
  ...tseslint.configs.recommended,
  ...vue.configs['flat/recommended'],
  {
    files: ['**/*.{ts,mts,vue}'],
    languageOptions: { parserOptions: { parser: tseslint.parser, extraFileExtensions: ['.vue'] } },
    plugins: { 'import-x': importX as never },
    settings: { 'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.vue', '.js'] })] },
    rules: {
      'no-undef': 'off',
      'no-empty': ['error', { allowEmptyCatch: false }],
      'max-lines': ['error', { max: 300 }],
      'import-x/no-restricted-paths': ['error', { zones, basePath: import.meta.dirname }],
      'import-x/no-default-export': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // How lines are laid out is Prettier's alone.
      'vue/html-indent': 'off',
      'vue/max-attributes-per-line': 'off',
      'vue/singleline-html-element-content-newline': 'off',
      'vue/multiline-html-element-content-newline': 'off',
      'vue/html-self-closing': 'off',
      'vue/html-closing-bracket-newline': 'off',
    },
  },
  {
    files: ['src/shared/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [noElectron, noNode, noVue] }] },
  },
  {
    files: ['src/renderer/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [noElectron, noNode] }] },
  },
  {
    files: [
      'src/platform/**',
      'src/service/**',
      'src/main/core/**',
      'src/main/browser/**',
      'src/main/host/**',
    ],
    rules: { 'no-restricted-imports': ['error', { patterns: [noElectron, noVue] }] },
  },
  { files: ['*.config.ts', '**/*.vue', '**/*.d.ts'], rules: { 'import-x/no-default-export': 'off' } },
  { files: ['test/**'], rules: { 'vue/one-component-per-file': 'off' } },
)
