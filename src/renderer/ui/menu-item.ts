import type { Component } from 'svelte'

/** A line of a menu or a context menu. */
export interface MenuItem {
  /** Unique in its menu. */
  readonly label: string
  readonly icon?: Component
  readonly disabled?: boolean
  readonly run: () => void
}
