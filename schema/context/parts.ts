import { z } from '@hono/zod-openapi'
import { Amount, EvmAddress } from '../common.ts'

/** Why a part of an answer could not be read. */
export const UNREAD = {
  role_not_configured: 'the chain’s configuration lacks the contract, or the address does not answer as one',
  not_configured: 'this deployment has no source for it',
  unanswered: 'the contract does not answer for it',
  store_unavailable: 'the store did not answer',
  index_unavailable: 'the log index does not have it, or is too far behind',
  behind_requested_block: 'the log index has not come to minBlock',
} as const

const isReason = (code: string): code is UnreadReason => Object.hasOwn(UNREAD, code)
export type UnreadReason = keyof typeof UNREAD

/** Parts that could not be read, by the names that an operation gives them. */
export const unreadParts = <const P extends readonly [string, ...string[]]>(name: string, parts: P) =>
  z
    .array(
      z
        .object({
          part: z.enum(parts).openapi({ description: 'The part of the answer that is not known' }),
          reason: z.enum(Object.keys(UNREAD).filter(isReason)).openapi({
            description: Object.entries(UNREAD)
              .map(([code, meaning]) => `${code}: ${meaning}`)
              .join('. '),
          }),
        })
        .openapi(name),
    )
    .openapi({ description: 'What could not be read: null or missing above means “not known” there; empty if all was' })

export const NextCall = z
  .object({
    operationId: z.string().openapi({ description: 'Operation of this API', example: 'getVaultReport' }),
    method: z.enum(['GET', 'POST']).openapi({ description: 'HTTP method' }),
    path: z.string().openapi({
      description: 'Path below the base URL, filled in',
      example: '/v1/vault/0x5FbDB2315678afecb367f032d93F642f64180aa3/report',
    }),
  })
  .openapi('NextCall', { description: 'A call that leads on' })

const text = (description: string, example: string) => z.string().nullable().openapi({ description, example })

export const Symbol = text('Symbol as its contract gives it, as plain text; null if unknown', 'AURORA')
export const Name = text('Name as its contract gives it, as plain text; null if unknown', 'Aurora Fields')

export const tokenAmountFields = {
  token: EvmAddress.openapi({ description: 'The token; the zero address for the chain’s own currency' }),
  symbol: Symbol,
  decimals: z.int().nullable().openapi({ description: 'Decimals of the token; null if unknown', example: 18 }),
  amount: Amount.openapi({ description: 'Amount in base units of the token' }),
} as const

export const TokenAmount = z.object(tokenAmountFields).openapi('TokenAmount')
