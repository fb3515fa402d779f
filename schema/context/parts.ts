import * as z from 'zod'
import { Amount, EvmAddress } from '../common.ts'

/** Why a part of an answer could not be read. */
export const UNREAD = {
  role_not_configured: 'the chain configuration lacks the contract, or its address does not answer as such a contract',
  not_configured: 'this deployment has no source for the part',
  unanswered: 'a contract did not answer',
  store_unavailable: 'the database did not answer',
  index_unavailable: 'the log index lacks these events, or is too far behind',
  behind_requested_block: 'the log index has not reached `minBlock`',
} as const

const isReason = (code: string): code is UnreadReason => Object.hasOwn(UNREAD, code)
export type UnreadReason = keyof typeof UNREAD

/** Parts that could not be read, by the names that an operation gives them. */
export const unreadParts = <const P extends readonly [string, ...string[]]>(name: string, parts: P) =>
  z
    .array(
      z
        .object({
          part: z.enum(parts).describe('Part of the answer that is unknown'),
          reason: z.enum(Object.keys(UNREAD).filter(isReason)).describe(
            Object.entries(UNREAD)
              .map(([code, meaning]) => `${code}: ${meaning}`)
              .join('. '),
          ),
        })
        .meta({ id: name }),
    )
    .describe(
      'Parts that could not be read: a null or missing value there means “unknown”. Empty if everything was read',
    )

export const NextCall = z
  .object({
    operationId: z.string().meta({ description: 'Operation of this API', example: 'getVaultReport' }),
    method: z.enum(['GET', 'POST']).describe('HTTP method of the operation'),
    path: z.string().meta({
      description: 'Path below the base URL, with its parameters filled in',
      example: '/v1/vault/0x5FbDB2315678afecb367f032d93F642f64180aa3/report',
    }),
  })
  .meta({ id: 'NextCall', description: 'A call that returns more' })

const text = (description: string, example: string) => z.string().nullable().meta({ description, example })

export const Symbol = text('Symbol that the contract reports, as plain text; `null` if unknown', 'AURORA')
export const Name = text('Name that the contract reports, as plain text; `null` if unknown', 'Aurora Fields')

export const tokenAmountFields = {
  token: EvmAddress.describe('Address of the token; the zero address is the native currency'),
  symbol: Symbol,
  decimals: z.int().nullable().meta({ description: 'Decimals of the token; `null` if unknown', example: 18 }),
  amount: Amount.describe('Amount in base units of the token'),
} as const

export const TokenAmount = z.object(tokenAmountFields).meta({ id: 'TokenAmount' })
