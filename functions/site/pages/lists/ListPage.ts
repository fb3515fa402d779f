/** A list of what exists now, as a table. */
export interface ListPage {
  readonly lead: string
  readonly operationId: string
  /** The same as JSON, below `/api`. */
  readonly query: string
  readonly columns: readonly string[]
  /** Block of the list; null if it could not be read. */
  readonly block: string | null
  readonly rows: readonly ListRow[]
  readonly nextHref: string | null
  /** Code of the error, if the list could not be read. */
  readonly code?: string
  /** In place of an empty list. */
  readonly empty: string
}

export interface ListRow {
  readonly href: string
  readonly name: string
  readonly cells: readonly string[]
}
