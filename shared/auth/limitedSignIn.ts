import type { SessionScope } from '../durable/sessions.ts'
import { ApiError } from '../errors/ApiError.ts'
import { skeleton } from '../text/skeleton.ts'

/** The statement of an EIP-4361 message for a limited session, which the wallet shows to its owner. One line of ASCII. */
export const LIMITED_STATEMENT =
  "Create a 15-minute session that can build unsigned transactions and read this wallet's own data. It can sign and change nothing."

/** The nonce of a sign-in is sealed for this, so that the scope cannot be changed after it was issued. */
export const nonceContextOf = (scope: SessionScope): string | undefined => (scope === 'full' ? undefined : scope)

/**
 * A wallet's owner sees what is granted: a limited session has its statement, and a full one none that could be taken for it,
 * alone or beside other words. EIP-4361 has statements in ASCII, so that no letter of another script stands in for one of these.
 *
 * Throws invalid_message.
 */
export function checkStatement(statement: string | undefined, scope: SessionScope): void {
  if (scope === 'limited') {
    if (statement === LIMITED_STATEMENT) return
    throw new ApiError(
      'invalid_message',
      `message: the statement must be "${LIMITED_STATEMENT}", because the nonce is for a limited session`,
    )
  }
  if (statement === undefined) return
  if (!/^[ -~]*$/.test(statement))
    throw new ApiError('invalid_message', 'message: the statement must be printable ASCII characters')
  if (skeleton(statement).includes(skeleton(LIMITED_STATEMENT)))
    throw new ApiError(
      'invalid_message',
      'message: the statement reads like that of a limited session; request the nonce with scope=limited, or change the statement',
    )
}
