import type { IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron'

/** `scheme://host:port`. Node knows no origin for a scheme of one's own and says "null". */
export function originOf(address: string): string {
  if (!URL.canParse(address)) return 'null'
  const { protocol, host } = new URL(address)
  return `${protocol}//${host}`
}

export type SenderEvent = Pick<IpcMainInvokeEvent | IpcMainEvent, 'sender' | 'senderFrame'>

/**
 * Sender that may use the bridge: our own window, its main frame, on our own origin. A frame inside the page, a
 * second window or a page that took our window's place may not.
 */
export function trustedSender(
  ownContents: () => Pick<WebContents, 'id'> | undefined,
  ownOrigin: string,
): (event: SenderEvent) => boolean {
  return ({ sender, senderFrame }) =>
    sender.id === ownContents()?.id && senderFrame?.parent === null && originOf(senderFrame.url) === ownOrigin
}
