import type { Component } from 'svelte'
import type { Tone } from '../ui/tone.ts'

/** Something that wants a person, with its one action. */
export interface TodayLine {
  /** By which it is known again: what a person put off or did is kept under it. */
  readonly id: string
  readonly icon: Component
  readonly tone: Tone
  readonly count: number
  /** A lower number is the more pressing one: of what is left. */
  readonly lessIsWorse?: boolean
  readonly what: string
  readonly why: string
  /** Sums of all that it counts, one a currency, in words. */
  readonly worth?: string
  /** Cost of the action, in words; absent if nothing. */
  readonly cost?: string
  readonly action: string
  readonly run: () => void
}

/** A number of the strip above the lines; `run` shows what it counts. */
export interface TodayFigure {
  readonly id: string
  readonly title: string
  readonly value: string
  readonly note: string
  readonly run?: () => void
}
