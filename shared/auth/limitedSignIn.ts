import type { SessionScope } from '../durable/sessions.ts'

/** The statement of an EIP-4361 message for a limited session, which the wallet shows to its owner. One line of ASCII. */
export const LIMITED_STATEMENT =
  "Create a 15-minute session that can build unsigned transactions and read this wallet's own data. It can sign and change nothing."

/** What the nonce of a sign-in is sealed for, so that the scope cannot be changed after it was issued. */
export const nonceContextOf = (scope: SessionScope): string | undefined => (scope === 'full' ? undefined : scope)
