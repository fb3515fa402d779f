/** Errors of A2A (1.0, section 3.3.2) that the agent answers with; `a2aSdk.ts` has the class of each. */
export type RefusalName =
  | 'ContentTypeNotSupportedError'
  | 'PushNotificationNotSupportedError'
  | 'RequestMalformedError'
  | 'TaskNotCancelableError'
  | 'TaskNotFoundError'
  | 'UnsupportedOperationError'

/** A request that the agent refuses, by the name of its error. Without a message it has the one of A2A. */
export class Refusal extends Error {
  override readonly name: RefusalName

  constructor(name: RefusalName, message?: string) {
    super(message)
    this.name = name
  }
}
