/** The room of a form, before the form is there. */
export interface TryRoom {
  /** Fields that the form begins with, for the height that is kept free. */
  readonly rows: number
  /** Whether a wallet signs in first. */
  readonly isSigned: boolean
}
