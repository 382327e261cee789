import type { Component } from 'svelte'

/** A line of a menu or a context menu. */
export interface MenuItem {
  /** Also tells the lines of one menu apart. */
  readonly label: string
  readonly icon?: Component
  readonly disabled?: boolean
  readonly run: () => void
}
