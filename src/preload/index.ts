import { contextBridge, ipcRenderer, webUtils } from 'electron'

/** The whole of what the pages see of Electron. The names of the two channels are those of `main/electron/ipc-host.ts`. */
contextBridge.exposeInMainWorld('phonolens', {
  call: (name: string, input: unknown): Promise<unknown> => ipcRenderer.invoke('phonolens:call', name, input),

  on: (listener: (name: string, payload: unknown) => void): (() => void) => {
    const forward = (_event: unknown, name: string, payload: unknown): void => listener(name, payload)
    ipcRenderer.on('phonolens:event', forward)
    return () => ipcRenderer.off('phonolens:event', forward)
  },

  pathForFile: (file: File): string => webUtils.getPathForFile(file),
})
