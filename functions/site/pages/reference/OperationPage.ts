/** What the page of an operation shows. */
export interface OperationPage {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
}
