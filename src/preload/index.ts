import { contextBridge, ipcRenderer } from 'electron'
import { channels, type Bridge } from '#shared/bridge/channels.ts'

const bridge: Bridge = {
  invoke: (name, request, ticket) => ipcRenderer.invoke(channels.call, name, request, ticket),
  cancel: (ticket) => ipcRenderer.send(channels.cancel, ticket),
  subscribe(listener) {
    const relay = (_event: unknown, name: string, payload: unknown): void => listener(name, payload)
    ipcRenderer.on(channels.event, relay)
    return () => {
      ipcRenderer.off(channels.event, relay)
    }
  },
}

contextBridge.exposeInMainWorld('forecourt', bridge)
