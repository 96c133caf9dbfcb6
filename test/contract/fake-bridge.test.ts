import { createFakeBridge } from '../support/fake-bridge.ts'
import { bridgeContract } from './bridge-contract.ts'

bridgeContract('The fake bridge', async (handlers) => {
  const bridge = createFakeBridge({ handlers })
  return {
    bridge,
    emit: bridge.emit,
    makeFile: (name, content) => new File([content], name),
    readBack: async (ref) => (await bridge.imported.find((file) => file.name === ref.name)?.text()) ?? '',
    close() {
      // Nothing was opened.
    },
  }
})
