import { buildSIWAMessage } from '@buildersgarden/siwa/siwa'
import { getAddress } from 'viem/utils'
import * as z from 'zod'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { Failure } from '../calls/Failure.ts'
import { signInOperation } from '../calls/operations.ts'
import { toResult } from '../results/toResult.ts'
import type { RunCall, ToolContext } from './Tools.ts'

/** Sessions for tools are of this scope; one of another never leaves this module. */
const SCOPE = 'limited'

const Challenge = z.object({ message: z.string() })
const AgentChallenge = z.object({
  nonce: z.string(),
  issuedAt: z.string(),
  domain: z.string(),
  uri: z.string(),
  chainId: z.number(),
  agentRegistry: z.string(),
  expirationTime: z.string(),
})
const Started = z.object({
  address: z.string(),
  token: z.string(),
  scope: z.string().optional(),
  expiresAt: z.string(),
})
const Receipt = z.object({ receipt: z.string(), receiptExpiresAt: z.string() })

/** Reads the fields that an answer must have. A Worker of another release may lack them. Throws Failure. */
function readAs<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const read = schema.safeParse(value)
  if (!read.success) throw Failure.ofFamily('account')
  return read.data
}

/**
 * Signs in, in two calls: a challenge, then what was signed. A wallet gets a session of 15 minutes for builds and its own reads
 * (EIP-4361), an agent a receipt (SIWA). The service holds no key and asks for none.
 *
 * Throws invalid_request for other arguments than those of one of the calls, and what the operations answer.
 */
export const signIn: RunCall<'sign_in'> = async ({ address, agentId, message, signature }, context) => {
  if (message !== undefined && signature !== undefined) return finish(message, signature, context)
  if (address === undefined || message !== undefined || signature !== undefined)
    throw new ApiError('invalid_request', 'give address for a message to sign; then message together with signature')
  const text =
    agentId === undefined ? await walletMessage(address, context) : await agentMessage(address, agentId, context)
  return toResult(
    { message: text, next: { tool: 'sign_in', arguments: { message: text, signature: '0x…' } } },
    'Sign message with the wallet (personal_sign), and call sign_in with message and signature.',
    true,
  )
}

async function walletMessage(address: string, { call }: ToolContext): Promise<string> {
  const { value } = await call(signInOperation('getAuthNonce'), { scope: SCOPE, address })
  return readAs(Challenge, value).message
}

async function agentMessage(address: string, agentId: number, { call }: ToolContext): Promise<string> {
  const { value } = await call(signInOperation('createAgentNonce'), { agentId, ownerAddress: address })
  return buildSIWAMessage({ ...readAs(AgentChallenge, value), address: getAddress(address), agentId, version: '1' })
}

async function finish(message: string, signature: string, { call }: ToolContext) {
  const isAgent = / wants you to sign in with your Agent account:\n/.test(message)
  const { value } = await call(signInOperation(isAgent ? 'verifyAgent' : 'verifyAuth'), { message, signature })
  if (isAgent) {
    const { receipt, receiptExpiresAt } = readAs(Receipt, value)
    return started({ accessToken: receipt, expiresAt: receiptExpiresAt })
  }
  const { token, scope, expiresAt, address } = readAs(Started, value)
  if (scope !== SCOPE) {
    await call(signInOperation('logoutAuth'), {}, { accessToken: token })
    throw new ApiError(
      'invalid_message',
      'the message asks for a session of the account, which has ended; sign the message that sign_in returns',
    )
  }
  return started({ accessToken: token, expiresAt, address })
}

const started = (session: { accessToken: string; expiresAt: string; address?: string }) =>
  toResult(
    session,
    'Signed in. Pass accessToken to build, and to call_read for the wallet’s own data. Writes need a credential of their own.',
    true,
  )
