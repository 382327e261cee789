import { latinLetter } from '../latin-letter.ts'
import type { CellEditing, EditedCell } from './cell-editing.ts'
import { type Fill, fillDown, filledCells } from './fill.ts'
import type { GridState } from './grid-state.svelte.ts'
import { pastedCells, readTsv } from './paste.ts'
import type { RowMove } from './row-moves.ts'
import { isSelected, type Cell } from './selection.ts'

/** The cell that is being edited. */
interface EditedAt<Row> extends Cell {
  /** The column's id, which stays the same if columns are moved. */
  readonly id: string
  /** Row of the cell, wherever its row moves. */
  readonly shown: Row
}

type Keys = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Cells that are pasted or dropped at once. */
export const mostCells = 20_000

/** Editing in the cells of a grid: by F2 or typing, by pasting, undone and redone by keys. */
export class EditState<Row> {
  at = $state.raw<EditedAt<Row> | null>(null)
  text = $state('')
  /** Problem of the text, in words. */
  problem = $state('')
  busy = $state(false)
  /** Once the text is taken, editing goes on in the next cell, with the keys that were kept. */
  goesOn = $state(false)
  /** The text was there before: a person who types replaces all of it. */
  whole = $state(false)
  /** Keys that were pressed while a text was being taken: they are meant for the cells after it. */
  #ahead: string[] = []
  #left = false
  readonly #grid: GridState<Row>
  readonly #editing: () => CellEditing<Row> | undefined
  readonly #fixed: () => void

  /** @param fixed says that the active cell can't be edited */
  constructor(grid: GridState<Row>, editing: () => CellEditing<Row> | undefined, fixed: () => void) {
    this.#grid = grid
    this.#editing = editing
    this.#fixed = fixed
  }

  /** Does what the key means for edits; false if it means nothing. */
  key(event: Keys): boolean {
    const editing = this.#editing()
    if (this.#grid.inHeader || event.altKey) return false
    if (event.ctrlKey || event.metaKey)
      return editing !== undefined && (this.#fillKey(event) || this.#undoKey(event, editing))
    if (event.key === 'F2') return this.begin()
    if (editing && (event.key === 'Delete' || event.key === 'Backspace')) {
      void this.#drop(editing)
      return true
    }
    return [...event.key].length === 1 && event.key !== ' ' && this.begin(event.key)
  }

  /** Begins to edit the active cell, with what was typed or the text that it has. False if it can't be edited. */
  begin(typed?: string): boolean {
    const { row, column } = this.#grid.selection.active
    const id = this.#grid.columns[column]?.id
    const shown = this.#grid.source.rowAt(row)
    if (id === undefined || shown === undefined || this.#grid.selection.rows.length === 0) return false
    const text = this.#editing()?.refused?.textOf(shown, id) ?? this.#editing()?.textOf(shown, id)
    if (text === undefined) {
      // Signs are keys of the page, such as “?”.
      if (typed === undefined || /[\p{L}\p{N}]/u.test(typed)) this.#fixed()
      return false
    }
    this.at = { row, column, id, shown }
    this.whole = typed === undefined
    this.text = typed ?? text
    this.problem = ''
    return true
  }

  /** Rows changed places: the cell stays with its row, or stays in its place if the row left the list. */
  follow(moved: RowMove): void {
    if (this.at) this.at = { ...this.at, row: moved(this.at.row) ?? this.at.row }
  }

  cancel(): void {
    this.at = null
    this.problem = ''
  }

  /** Ends editing without the text, which is not kept anywhere. */
  giveUp(): void {
    if (this.at) this.#editing()?.refused?.forget(this.at.shown, this.at.id)
    this.cancel()
  }

  /** The grid is gone: a text that can't be taken is said and stays with its cell. */
  leave(): void {
    this.#left = true
    void this.commit()
  }

  /** Keeps a key that is pressed while a text is being taken. @returns whether it is one that is kept */
  keep(event: Keys): boolean {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    const change = undoKey(event)
    if (change) {
      this.#ahead.push(change)
      return true
    }
    const isEnd = key === 'Enter' || key === 'Tab'
    if (ctrlKey || metaKey || altKey || !(isEnd || key === 'Backspace' || [...key].length === 1)) return false
    this.#ahead.push(isEnd && shiftKey ? `Shift+${key}` : key)
    return true
  }

  /** The next key that was kept, which is then kept no longer; undefined if there is none. */
  takeKept(): string | undefined {
    return this.#ahead.shift()
  }

  forgetKept(): void {
    this.#ahead = []
  }

  /** Types a key that was kept: into the cell that is edited, or into the active one. */
  type(key: string): void {
    if (key === 'Undo' || key === 'Redo') {
      // Of a text that was just begun, undoing leaves nothing.
      if (this.at) this.cancel()
      else if (key === 'Undo') this.#editing()?.undo()
      else this.#editing()?.redo()
    } else if (!this.at) {
      if (key !== 'Backspace' && key !== ' ') this.begin(key)
    } else if (key === 'Backspace') this.text = this.text.slice(0, -1)
    else this.text += key
  }

  /** True if a row that was edited is in the list no longer. */
  hasLeft(row: Row): boolean {
    return this.#editing()?.hasLeft?.(row) ?? false
  }

  /** Takes the text; editing goes on if something is wrong with it. @returns whether it was taken */
  async commit(): Promise<boolean> {
    const { at, text } = this
    const editing = this.#editing()
    if (!at || !editing || this.busy) return false
    const row = at.shown
    if (text === editing.textOf(row, at.id)) {
      this.cancel()
      return true
    }
    this.busy = true
    const problem = await this.#put(editing, { row, column: at.id, text })
    this.busy = false
    if (this.at?.shown !== row || this.at.id !== at.id) return true
    this.problem = problem ?? ''
    if (problem === undefined) this.at = null
    else if (this.#left) editing.refused?.say(row, problem)
    return problem === undefined
  }

  /** Pastes tab-separated text, from the first selected cell on. */
  async paste(text: string): Promise<void> {
    const editing = this.#editing()
    const block = readTsv(text)
    if (!editing || block.length === 0) return
    const pasted = await pastedCells(this.#grid, block, mostCells)
    if (typeof pasted === 'string') {
      refuse(editing, pasted)
      return
    }
    const { cells, outside } = pasted
    const filled = cells.filter(({ text }) => text.trim() !== '')
    const taken = filled.filter(({ row, column }) => editing.textOf(row, column) !== undefined)
    const fixed = filled.length - taken.length
    const blank = cells.length - filled.length
    editing.paste(taken, { outside, fixed, blank })
  }

  /** True if the active cell is selected and can be edited: then it can be filled from. */
  get canFill(): boolean {
    return this.#editing()?.fill !== undefined && this.canEdit
  }

  /** True if the active cell is selected and can be edited. */
  get canEdit(): boolean {
    const { selection, columns, source } = this.#grid
    const id = columns[selection.active.column]?.id
    const row = source.rowAt(selection.active.row)
    if (id === undefined || row === undefined || !isSelected(selection, selection.active.row)) return false
    return this.#editing()?.textOf(row, id) !== undefined
  }

  /** Fills cells with the text of another one: all of it is one step that is undone at once. */
  async fill(fill: Fill): Promise<void> {
    const editing = this.#editing()
    if (!editing?.fill) return
    const filled = await filledCells(this.#grid, fill, editing, mostCells)
    if (typeof filled === 'string') refuse(editing, filled)
    else editing.fill(filled.cells, { outside: 0, fixed: filled.fixed, blank: filled.blank })
  }

  /** Unless it takes that, an emptied cell has no text that could be sent: its edit is dropped. */
  async #put(editing: CellEditing<Row>, cell: EditedCell<Row>): Promise<string | undefined> {
    if (cell.text.trim() !== '' || editing.takesBlank) return editing.put(cell)
    editing.drop([cell.row], [cell.column])
    return undefined
  }

  /** Ctrl+D, which fills what is selected downwards. */
  #fillKey(event: Keys): boolean {
    if (event.shiftKey || latinLetter(event) !== 'd' || !this.#editing()?.fill) return false
    const fill = fillDown(this.#grid)
    if (fill) void this.fill(fill)
    return true
  }

  #undoKey(event: Keys, editing: CellEditing<Row>): boolean {
    const change = undoKey(event)
    if (change === 'Redo') editing.redo()
    else if (change === 'Undo') editing.undo()
    return change !== null
  }

  async #drop(editing: CellEditing<Row>): Promise<void> {
    const { rows: spans, columns } = this.#grid.selection
    const count = this.#grid.countIn(spans)
    if (count === 0) return
    const rows = count > mostCells ? [] : await this.#grid.rowsIn(spans)
    if (rows.length < count) {
      refuse(editing, count > mostCells ? 'too-many' : 'unread')
      return
    }
    const chosen = columns && this.#grid.columns.slice(columns.first, columns.last + 1).map(({ id }) => id)
    editing.drop(rows, chosen)
  }
}

/** Says why cells are not changed. */
function refuse<Row>(editing: CellEditing<Row>, why: 'too-many' | 'unread'): void {
  if (why === 'too-many') editing.tooMany(mostCells)
  else editing.unread()
}

function undoKey(event: Keys): 'Undo' | 'Redo' | null {
  if (event.altKey || !(event.ctrlKey || event.metaKey)) return null
  const letter = latinLetter(event)
  if (letter === 'y' || (letter === 'z' && event.shiftKey)) return 'Redo'
  return letter === 'z' ? 'Undo' : null
}
