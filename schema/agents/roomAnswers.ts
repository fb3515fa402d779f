import * as z from 'zod'
import { Amount, AsOf, ChainId, EvmAddress } from '../common.ts'
import { addressOrNull, amountOrNull } from '../fields.ts'
import { RoomKey } from './roomBodies.ts'

const named = <const T extends string>(name: T) => z.literal(name).describe('Name and version of this structure')

export const RoomMembership = z
  .strictObject({
    type: z
      .enum(['msgnet', 'chatapp', 'vault-ui', 'governance'])
      .describe(
        '`msgnet`: group of the messaging network; `chatapp`: chat of the chat app; `vault-ui`: member pages of the vault’s user interface; `governance`: the vault’s decisions',
      ),
    shareToken: EvmAddress.describe('Share token of the vault'),
    vault: EvmAddress.describe('Vault that the room belongs to'),
    roomKey: RoomKey,
    qualified: z.boolean().describe('Whether the wallet may enter, as of the block of `asOf`'),
    minBalance: Amount.describe('Balance that the room requires, in base units of the share token'),
    actualBalance: amountOrNull(
      'Balance of the wallet, in base units of the share token; `null` if the share token does not answer',
    ),
    vaultOwner: z
      .boolean()
      .describe('Whether the wallet is the vault’s owner on chain, who needs no balance and no holding time'),
    minHoldSeconds: z.int().optional().meta({
      description: 'Seconds that the wallet must have held `minBalance` without interruption; absent if not required',
      example: 604_800,
    }),
    qualifiedSince: z.iso
      .datetime()
      .optional()
      .describe(
        'Time since which the wallet has held `minBalance` without interruption; present if `minHoldSeconds` is and the wallet holds `minBalance` now',
      ),
    qualifiedSinceIsExact: z
      .boolean()
      .optional()
      .describe(
        'Whether `qualifiedSince` is exact; `false` if it may be earlier, because older transfers were not read',
      ),
    gracePeriodSeconds: z.int().optional().meta({
      description:
        'Seconds that a member who no longer qualifies may stay; absent if none. It does not admit new members.',
      example: 86_400,
    }),
    accessTokenRequired: z.boolean().describe('Whether a room token is needed to enter'),
    statusReason: z
      .enum(['qualified', 'insufficient_balance', 'insufficient_hold_time', 'revoked', 'not_found'])
      .describe(
        'Reason for `qualified`. `revoked`: the room is locked for everyone; `not_found`: the contracts of the room are not a vault and its share token',
      ),
  })
  .meta({ id: 'RoomMembership' })

const wallet = EvmAddress.describe('Wallet that the room is for')

export const AgentCapabilities = z
  .object({
    schema: named('agent-capability-response-v1'),
    chainId: ChainId,
    asOf: AsOf,
    wallet,
    resolverVersion: z.literal(1).meta({ type: 'integer', enum: [1], description: 'Version of the membership rules' }),
    issuedAt: z.iso.datetime().describe('Time of the block of `asOf`'),
    memberships: z
      .array(RoomMembership)
      .describe('Rooms, sorted by type (msgnet, chatapp, vault-ui, governance), then by room key'),
    nextCursor: z
      .string()
      .nullable()
      .describe('`cursor` of the next page; a page has the rooms of 24 share tokens. `null` on the last page'),
  })
  .meta({ id: 'AgentCapabilities' })

const proof = {
  wallet,
  chainId: ChainId,
  shareToken: EvmAddress.describe('Share token of the room'),
  roomKey: RoomKey,
}

const TypedDataField = z.object({
  name: z.string().meta({ description: 'Name of the field', example: 'wallet' }),
  type: z.string().meta({ description: 'ABI type of the field', example: 'address' }),
})

export const AccessProofRequest = z
  .object({
    schema: named('agent-access-proof-request-v1'),
    asOf: AsOf,
    ...proof,
    nonce: z.string().meta({ description: 'Single-use nonce of this proof', example: '0199d1f0c6c8b1d8'.repeat(4) }),
    issuedAt: z.iso.datetime().describe('When the proof was issued'),
    expiresAt: z.iso.datetime().describe('When the proof expires'),
    message: z.string().describe('Text to sign with personal_sign (EIP-191)'),
    typedData: z
      .object({
        domain: z
          .object({
            name: z.string().meta({ description: 'Always RoomAccess', example: 'RoomAccess' }),
            version: z.string().meta({ description: 'Version of the types', example: '1' }),
            chainId: ChainId,
          })
          .describe('EIP-712 domain'),
        types: z.record(z.string(), z.array(TypedDataField)).describe('EIP-712 types'),
        primaryType: z.string().meta({ description: 'Always AccessProof', example: 'AccessProof' }),
        message: z.record(z.string(), z.string()).describe('Values to sign; integers are decimal strings'),
      })
      .describe('The same proof as typed data for eth_signTypedData_v4 (EIP-712)'),
  })
  .meta({ id: 'AccessProofRequest' })

export const VerifiedAccess = z
  .object({
    asOf: AsOf,
    proofVerified: z.literal(true).describe('Always true'),
    signer: EvmAddress.describe('`wallet` of the proof'),
    recoveredSigner: addressOrNull(
      'The same address if its own key signed; `null` if its contract accepted the signature',
    ),
    membership: RoomMembership,
    roomAccess: z
      .object({
        schema: named('agent-room-access-token-v1'),
        sub: wallet,
        chainId: ChainId,
        shareToken: EvmAddress.describe('Share token of the room'),
        roomKey: RoomKey,
        issuedAt: z.iso.datetime().describe('When the token was issued'),
        expiresAt: z.iso.datetime().describe('When the token expires'),
        accessToken: z.string().meta({
          description: 'Room token: a JWT (RFC 7519), opaque to clients',
          example: 'eyJhbGciOiJIUzI1NiIsInR5cCI6InJvb20rand0Iiwia2lkIjoiNWY0ZTNjMmIxYTA5OGY3ZSJ9.e30.c2lnbmF0dXJl',
        }),
        tokenType: z.literal('bearer').describe('Type of the token'),
        capabilities: z
          .array(z.enum(['join', 'read', 'write', 'react', 'view-members']))
          .describe('What the token permits'),
        jti: z.string().meta({ description: 'Id of the token', example: '9f86d081884c7d659a2feaa0c55ad015' }),
      })
      .describe('The room token and its claims'),
  })
  .meta({ id: 'VerifiedAccess' })

const joined = {
  asOf: AsOf,
  eligible: z.literal(true).describe('Always true'),
  ...proof,
  joinedAt: z.iso.datetime().describe('When this token was first used to join'),
  expiresAt: z.iso.datetime().describe('When the room token expires'),
}

const action = <const T extends string>(name: T) => z.literal(name).describe('Action to carry out')

export const MsgnetJoin = z
  .object({
    protocol: z.literal('msgnet').describe('The messaging network'),
    ...joined,
    requested: z.boolean().meta({
      description: 'Whether the join is queued for keepers; `false` while the operator has paused joins',
      example: true,
    }),
    instructions: z
      .object({
        action: action('msgnet.group.add_member'),
        groupId: z.string().meta({ description: 'Group of the messaging network', example: 'aurora-holders' }),
        wallet,
      })
      .describe('Instructions for the operator of the group'),
  })
  .meta({ id: 'MsgnetJoin' })

const roomChatId = z
  .string()
  .meta({ description: 'Id of the chat in the chat app, decimal', example: '-1001234567890' })

export const ChatappJoin = z
  .object({
    protocol: z.literal('chatapp').describe('The chat app'),
    ...joined,
    roomChatId,
    instructions: z
      .object({
        action: action('chatapp.join_holder_room'),
        roomChatId,
        wallet,
        chatappUserId: z.string().meta({ description: 'Id of the linked chat user, decimal', example: '279058397' }),
      })
      .describe('Instructions for the bot of the chat'),
  })
  .meta({ id: 'ChatappJoin' })
