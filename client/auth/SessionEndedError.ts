/** The session has ended, and the client cannot renew it: it has neither a wallet nor an unused code. */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError'
}
