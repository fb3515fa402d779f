import * as z from 'zod'
import { EvmAddress, MAX_SIGNATURE_BYTES } from '../common.ts'

export const RoomKey = z
  .string()
  .min(1)
  .max(128)
  .regex(/^(msgnet|chatapp|vault-ui|governance):[!-~]+$/, 'must be a roomKey of GET /v1/agents/capabilities')
  .meta({
    id: 'RoomKey',
    description: 'Room key, `<type>:<id>`, from getAgentCapabilities',
    example: 'msgnet:aurora-holders',
  })

const bodyChainId = z.int().min(1).optional().meta({
  description: 'Chain id; this service accepts only its configured chain',
  example: 31337,
})

export const ProofRequest = z
  .strictObject({
    wallet: EvmAddress.describe('A wallet of the caller’s account'),
    chainId: bodyChainId,
    shareToken: EvmAddress.describe('Share token of the room'),
    roomKey: RoomKey,
    nonceTtlMs: z.int().min(60_000).max(1_800_000).default(600_000).meta({
      description: 'Lifetime of the proof, in milliseconds: 1 to 30 minutes',
      example: 600_000,
    }),
  })
  .meta({ id: 'ProofRequest' })

const HexBytes = z
  .string()
  .max(2 + 2 * MAX_SIGNATURE_BYTES)
  .regex(/^0x([0-9a-fA-F]{2})+$/, 'must be 0x and an even number of hex digits')
  .transform((text): `0x${string}` => `0x${text.slice(2)}`)

export const AccessProofSubmission = z
  .strictObject({
    schema: z.literal('agent-access-proof-submit-v1').optional().describe('Name and version of this structure'),
    proofRequest: z
      .looseObject({
        wallet: EvmAddress.describe('As issued'),
        chainId: z.int().min(1).meta({ description: 'As issued', example: 31337 }),
        shareToken: EvmAddress.describe('As issued'),
        roomKey: RoomKey,
        nonce: z
          .string()
          .regex(/^[0-9a-f]{64}$/, 'must be the nonce of POST /v1/agents/access-proof/request')
          .meta({ description: 'As issued', example: '0199d1f0c6c8b1d8'.repeat(4) }),
        issuedAt: z.iso.datetime().describe('As issued'),
        expiresAt: z.iso.datetime().describe('As issued'),
        message: z.string().max(2048).optional().describe('As issued; only used if `signatureType` is `personal`'),
      })
      .describe('`data` of the answer of requestAgentAccessProof; other fields are ignored'),
    signatureType: z.enum(['personal', 'eip712']).default('personal').meta({
      description: '`personal`: the wallet signed `message` (EIP-191); `eip712`: it signed `typedData`',
      example: 'personal',
    }),
    signature: HexBytes.meta({
      description: `Signature of the wallet: 65 bytes for an EOA, up to ${MAX_SIGNATURE_BYTES} bytes for a contract wallet`,
      example: `0x${'1b'.repeat(65)}`,
    }),
    signer: EvmAddress.optional().describe(
      'Address whose key signed: for an EOA only the wallet itself; ignored for a contract wallet',
    ),
    tokenTtlMs: z.int().min(900_000).max(3_600_000).default(1_800_000).meta({
      description: 'Lifetime of the room token, in milliseconds: 15 to 60 minutes',
      example: 1_800_000,
    }),
  })
  .meta({ id: 'AccessProofSubmission' })

export const JoinRequest = z
  .strictObject({
    accessToken: z.string().min(16).max(2048).meta({
      description: '`accessToken` of the answer of verifyAgentAccessProof',
      example: 'eyJhbGciOiJIUzI1NiIsInR5cCI6InJvb20rand0Iiwia2lkIjoiNWY0ZTNjMmIxYTA5OGY3ZSJ9.e30.c2lnbmF0dXJl',
    }),
  })
  .meta({ id: 'JoinRequest' })
