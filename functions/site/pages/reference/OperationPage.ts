import type { TryRoom } from './TryRoom.ts'

/** What the page of an operation shows. */
export interface OperationPage {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  /** The form that calls it; absent if its page does not. */
  readonly room: TryRoom | undefined
}
