import type { Notification } from 'electron'

type NotificationClass = Pick<typeof Notification, 'isSupported'> &
  (new (words: { title: string; body: string }) => Pick<Notification, 'once' | 'show'>)

/** Shows notifications of the system, if it has any; each is kept until it is over, so that its click is heard. */
export function systemNotices(Notice: NotificationClass) {
  const shown = new Set<object>()
  return (words: { readonly title: string; readonly body: string }, onClick: () => void): void => {
    if (!Notice.isSupported()) return
    const notice = new Notice({ ...words })
    const end = (): void => void shown.delete(notice)
    shown.add(notice)
    notice.once('click', () => {
      end()
      onClick()
    })
    notice.once('close', end)
    notice.show()
  }
}
