// Given to Node with --import: whoever asks for the module `electron` gets the stand-in.
import { registerHooks } from 'node:module'

const standIn = new URL('./electron-stand-in.ts', import.meta.url).href

registerHooks({
  resolve(specifier, context, nextResolve) {
    return specifier === 'electron' ? { url: standIn, shortCircuit: true } : nextResolve(specifier, context)
  },
})
