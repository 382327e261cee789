/** What the page and main say to each other over the WebSocket, each as one frame of codec.ts. */

/** A menu shortcut as a keyboard event shows it. `code` serves layouts whose letters are not Latin. */
export interface Shortcut {
  readonly id: number
  readonly ctrl: boolean
  readonly alt: boolean
  readonly shift: boolean
  readonly meta: boolean
  readonly key: string
  readonly code: string
}

export interface PickedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Questions of the page that Electron's own code would put to main. */
export type PageQuestion =
  /** An item of the menu, which a browser can't show, was chosen: answered when what it does was begun. */
  | { readonly what: 'menu'; readonly id: string }
  | { readonly what: 'will-navigate'; readonly url: string }
  | {
      readonly what: 'window-open'
      readonly url: string
      readonly frameName: string
      readonly features: string
    }
  | { readonly what: 'permission'; readonly permission: string }

/** Questions of main that Electron would show with windows of the system. */
export type MainQuestion =
  | { readonly what: 'pick-files'; readonly multiple: boolean; readonly extensions: readonly string[] }
  | {
      readonly what: 'message'
      readonly message: string
      readonly detail: string
      readonly buttons: readonly string[]
    }

export type FromPage =
  | { readonly kind: 'invoke'; readonly id: number; readonly channel: string; readonly args: unknown[] }
  | { readonly kind: 'send'; readonly channel: string; readonly args: unknown[] }
  | { readonly kind: 'ask'; readonly id: number; readonly question: PageQuestion }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'shortcut'; readonly id: number }
  | { readonly kind: 'loaded'; readonly title: string; readonly dark: boolean }
  /** The page has the focus, or has it no more. */
  | { readonly kind: 'focus'; readonly focused: boolean }
  /** The page is left or closed: what ends now has not crashed. */
  | { readonly kind: 'leaving' }
  /** The page's own address is another one, without a new document. */
  | { readonly kind: 'moved'; readonly url: string }

export type FromMain =
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly message: string }
  | { readonly kind: 'event'; readonly channel: string; readonly args: unknown[] }
  | { readonly kind: 'ask'; readonly id: number; readonly question: MainQuestion }
  | { readonly kind: 'shortcuts'; readonly shortcuts: readonly Shortcut[] }
  | { readonly kind: 'open'; readonly url: string }
  | { readonly kind: 'reload' }
  | { readonly kind: 'go'; readonly path: string }

/** What the page's script is told when it is served. */
export interface PageConfig {
  readonly socket: string
  /** The key of the wire, in the first document after the one-time address. */
  readonly key: string | undefined
  /** The path under which the page lies. */
  readonly base: string
  /** Schemes that main serves beside the page's own. */
  readonly schemes: readonly string[]
  /** The window's own origin as Electron would have it (`app://forecourt`) beside the loopback's. */
  readonly ownOrigin: string
  readonly platform: string
  readonly versions: Readonly<Record<string, string>>
  /** Names of permissions that main's check handler denies at once. */
  readonly deniedPermissions: readonly string[]
}
