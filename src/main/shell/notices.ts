interface Notice {
  once(event: 'click' | 'close', listener: () => void): unknown
  show(): void
}

/** As much of Electron's class as is used. */
interface NotificationClass {
  new (words: { title: string; body: string }): Notice
  isSupported(): boolean
}

/** Shows notifications if the system has them; each is kept until it is over, so that its click is heard. */
export function systemNotices(System: NotificationClass) {
  const shown = new Set<object>()
  return (words: { readonly title: string; readonly body: string }, onClick: () => void): void => {
    if (!System.isSupported()) return
    const notice = new System({ ...words })
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
