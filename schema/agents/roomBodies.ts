import { z } from '@hono/zod-openapi'
import { EvmAddress, MAX_SIGNATURE_BYTES } from '../common.ts'

export const RoomKey = z
  .string()
  .min(1)
  .max(128)
  .regex(/^(msgnet|chatapp|vault-ui|governance):[!-~]+$/, 'must be a roomKey of GET /v1/agents/capabilities')
  .openapi('RoomKey', {
    description: 'Room key, `<type>:<id>`, from getAgentCapabilities',
    example: 'msgnet:aurora-holders',
  })

const bodyChainId = z.int().min(1).optional().openapi({
  description: 'Chain id; this service accepts only its configured chain',
  example: 31337,
})

export const ProofRequest = z
  .strictObject({
    wallet: EvmAddress.openapi({ description: 'A wallet of the caller’s account' }),
    chainId: bodyChainId,
    shareToken: EvmAddress.openapi({ description: 'Share token of the room' }),
    roomKey: RoomKey,
    nonceTtlMs: z.int().min(60_000).max(1_800_000).default(600_000).openapi({
      description: 'Lifetime of the proof, in milliseconds: 1 to 30 minutes',
      example: 600_000,
    }),
  })
  .openapi('ProofRequest')

const HexBytes = z
  .string()
  .max(2 + 2 * MAX_SIGNATURE_BYTES)
  .regex(/^0x([0-9a-fA-F]{2})+$/, 'must be 0x and an even number of hex digits')
  .transform((text): `0x${string}` => `0x${text.slice(2)}`)

export const AccessProofSubmission = z
  .strictObject({
    schema: z
      .literal('agent-access-proof-submit-v1')
      .optional()
      .openapi({
        type: 'string',
        enum: ['agent-access-proof-submit-v1'],
        description: 'Name and version of this structure',
      }),
    proofRequest: z
      .looseObject({
        wallet: EvmAddress.openapi({ description: 'As issued' }),
        chainId: z.int().min(1).openapi({ description: 'As issued', example: 31337 }),
        shareToken: EvmAddress.openapi({ description: 'As issued' }),
        roomKey: RoomKey,
        nonce: z
          .string()
          .regex(/^[0-9a-f]{64}$/, 'must be the nonce of POST /v1/agents/access-proof/request')
          .openapi({ description: 'As issued', example: '0199d1f0c6c8b1d8'.repeat(4) }),
        issuedAt: z.iso.datetime().openapi({ description: 'As issued' }),
        expiresAt: z.iso.datetime().openapi({ description: 'As issued' }),
        message: z
          .string()
          .max(2048)
          .optional()
          .openapi({ description: 'As issued; only used if `signatureType` is `personal`' }),
      })
      .openapi({ description: '`data` of the answer of requestAgentAccessProof; other fields are ignored' }),
    signatureType: z.enum(['personal', 'eip712']).default('personal').openapi({
      description: '`personal`: the wallet signed `message` (EIP-191); `eip712`: it signed `typedData`',
      example: 'personal',
    }),
    signature: HexBytes.openapi({
      description: `Signature of the wallet: 65 bytes for an EOA, up to ${MAX_SIGNATURE_BYTES} bytes for a contract wallet`,
      example: `0x${'1b'.repeat(65)}`,
    }),
    signer: EvmAddress.optional().openapi({
      description: 'Address whose key signed: for an EOA only the wallet itself; ignored for a contract wallet',
    }),
    tokenTtlMs: z.int().min(900_000).max(3_600_000).default(1_800_000).openapi({
      description: 'Lifetime of the room token, in milliseconds: 15 to 60 minutes',
      example: 1_800_000,
    }),
  })
  .openapi('AccessProofSubmission')

export const JoinRequest = z
  .strictObject({
    accessToken: z.string().min(16).max(2048).openapi({
      description: '`accessToken` of the answer of verifyAgentAccessProof',
      example: 'eyJhbGciOiJIUzI1NiIsInR5cCI6InJvb20rand0Iiwia2lkIjoiNWY0ZTNjMmIxYTA5OGY3ZSJ9.e30.c2lnbmF0dXJl',
    }),
  })
  .openapi('JoinRequest')
