/** The session has ended, and the client has nothing to renew it with: neither a wallet nor an unused code. */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError'
}
