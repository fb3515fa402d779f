import { z } from '@hono/zod-openapi'
import { Amount, AsOf, ChainId, EvmAddress } from '../common.ts'
import { RoomKey } from './roomBodies.ts'

const named = <const T extends string>(name: T) =>
  z.literal(name).openapi({ type: 'string', enum: [name], description: 'Name of this form' })

export const RoomMembership = z
  .strictObject({
    type: z.enum(['msgnet', 'chatapp', 'vault-ui', 'governance']).openapi({
      description:
        'msgnet: a group of the messaging network; chatapp: a chat of the chat app; vault-ui: the vault’s user interface; governance: its decisions',
    }),
    shareToken: EvmAddress.openapi({ description: 'Share token of the vault' }),
    vault: EvmAddress.openapi({ description: 'The vault whose room it is' }),
    roomKey: RoomKey,
    qualified: z.boolean().openapi({ description: 'Whether the wallet may enter at this block' }),
    minBalance: Amount.openapi({ description: 'Shares that the room requires, in base units of the share token' }),
    actualBalance: Amount.nullable().openapi({
      description: 'Shares of the wallet, in base units; null where the share token does not answer',
    }),
    vaultOwner: z.boolean().openapi({
      description: 'The wallet owns the vault onchain: neither shares nor holding time are required of it',
    }),
    minHoldSeconds: z.int().optional().openapi({
      description: 'Seconds for which the wallet must have held minBalance without interruption; absent if none',
      example: 604_800,
    }),
    qualifiedSince: z.iso.datetime().optional().openapi({
      description:
        'Since when the wallet has held minBalance without interruption; present with minHoldSeconds, if it does',
    }),
    qualifiedSinceIsExact: z.boolean().optional().openapi({
      description: 'With qualifiedSince; false: since then or earlier, because older transfers were not looked at',
    }),
    gracePeriodSeconds: z.int().optional().openapi({
      description: 'Seconds for which a member who no longer qualifies may stay; absent if none. It lets nobody enter',
      example: 86_400,
    }),
    accessTokenRequired: z.boolean().openapi({ description: 'Whether entering takes a room token' }),
    statusReason: z
      .enum(['qualified', 'insufficient_balance', 'insufficient_hold_time', 'revoked', 'not_found'])
      .openapi({
        description:
          'Why. revoked: the room is locked for everybody; not_found: its contracts are not a vault and its share token',
      }),
  })
  .openapi('RoomMembership')

const wallet = EvmAddress.openapi({ description: 'The wallet' })

export const AgentCapabilities = z
  .object({
    schema: named('agent-capability-response-v1'),
    chainId: ChainId,
    asOf: AsOf,
    wallet,
    resolverVersion: z
      .literal(1)
      .openapi({ type: 'integer', enum: [1], description: 'Version of the rules by which memberships are decided' }),
    issuedAt: z.iso.datetime().openapi({ description: 'Time of the block of asOf' }),
    memberships: z.array(RoomMembership).openapi({
      description: 'Rooms by type (msgnet, chatapp, vault-ui, governance), then by key; each once',
    }),
    nextCursor: z.string().nullable().openapi({
      description: 'For the rooms of further share tokens, 24 of them a page; null at the end',
    }),
  })
  .openapi('AgentCapabilities')

const proof = {
  wallet,
  chainId: ChainId,
  shareToken: EvmAddress.openapi({ description: 'Share token of the room' }),
  roomKey: RoomKey,
}

const TypedDataField = z.object({
  name: z.string().openapi({ description: 'Name of the field', example: 'wallet' }),
  type: z.string().openapi({ description: 'Its ABI type', example: 'address' }),
})

export const AccessProofRequest = z
  .object({
    schema: named('agent-access-proof-request-v1'),
    asOf: AsOf,
    ...proof,
    nonce: z
      .string()
      .openapi({ description: 'Valid once, for this proof alone', example: '0199d1f0c6c8b1d8'.repeat(4) }),
    issuedAt: z.iso.datetime().openapi({ description: 'When the proof was issued' }),
    expiresAt: z.iso.datetime().openapi({ description: 'When it can no longer be used' }),
    message: z.string().openapi({ description: 'Text to sign with personal_sign (EIP-191)' }),
    typedData: z
      .object({
        domain: z
          .object({
            name: z.string().openapi({ description: 'Always RoomAccess', example: 'RoomAccess' }),
            version: z.string().openapi({ description: 'Version of the types', example: '1' }),
            chainId: ChainId,
          })
          .openapi({ description: 'EIP-712 domain' }),
        types: z.record(z.string(), z.array(TypedDataField)).openapi({ description: 'EIP-712 types' }),
        primaryType: z.string().openapi({ description: 'Always AccessProof', example: 'AccessProof' }),
        message: z.record(z.string(), z.string()).openapi({ description: 'The values, integers as decimal strings' }),
      })
      .openapi({ description: 'The same proof for eth_signTypedData_v4 (EIP-712)' }),
  })
  .openapi('AccessProofRequest')

export const VerifiedAccess = z
  .object({
    asOf: AsOf,
    proofVerified: z.literal(true).openapi({ type: 'boolean', enum: [true], description: 'Always true' }),
    signer: EvmAddress.openapi({ description: 'The wallet, whose signature it is' }),
    recoveredSigner: EvmAddress.nullable().openapi({
      description: 'The address whose key signed; null where a contract wallet accepted the signature',
    }),
    membership: RoomMembership,
    roomAccess: z
      .object({
        schema: named('agent-room-access-token-v1'),
        sub: wallet,
        chainId: ChainId,
        shareToken: EvmAddress.openapi({ description: 'Share token of the room' }),
        roomKey: RoomKey,
        issuedAt: z.iso.datetime().openapi({ description: 'When the token was issued' }),
        expiresAt: z.iso.datetime().openapi({ description: 'When it expires' }),
        accessToken: z.string().openapi({
          description: 'The room token, a JWT (RFC 7519): opaque to its holder',
          example: 'eyJhbGciOiJIUzI1NiIsInR5cCI6InJvb20rand0Iiwia2lkIjoiNWY0ZTNjMmIxYTA5OGY3ZSJ9.e30.c2lnbmF0dXJl',
        }),
        tokenType: z.literal('bearer').openapi({ type: 'string', enum: ['bearer'], description: 'Whoever has it' }),
        capabilities: z
          .array(z.enum(['join', 'read', 'write', 'react', 'view-members']))
          .openapi({ description: 'What it is good for' }),
        jti: z.string().openapi({ description: 'Id of the token', example: '9f86d081884c7d659a2feaa0c55ad015' }),
      })
      .openapi({ description: 'The token and what it says' }),
  })
  .openapi('VerifiedAccess')

const joined = {
  asOf: AsOf,
  eligible: z.literal(true).openapi({ type: 'boolean', enum: [true], description: 'Always true' }),
  ...proof,
  joinedAt: z.iso.datetime().openapi({ description: 'When this token was first used to join' }),
  expiresAt: z.iso.datetime().openapi({ description: 'When the room token expires' }),
}

const action = <const T extends string>(name: T) =>
  z.literal(name).openapi({ type: 'string', enum: [name], description: 'What is to be done' })

export const MsgnetJoin = z
  .object({
    protocol: z.literal('msgnet').openapi({ type: 'string', enum: ['msgnet'], description: 'The messaging network' }),
    ...joined,
    requested: z.boolean().openapi({
      description: 'Whether keepers have been asked to do it; false while the operator has stopped that',
      example: true,
    }),
    instructions: z
      .object({
        action: action('msgnet.group.add_member'),
        groupId: z.string().openapi({ description: 'Group of the messaging network', example: 'aurora-holders' }),
        wallet,
      })
      .openapi({ description: 'For whoever runs the group' }),
  })
  .openapi('MsgnetJoin')

const roomChatId = z.string().openapi({ description: 'Chat of the chat app, decimal', example: '-1001234567890' })

export const ChatappJoin = z
  .object({
    protocol: z.literal('chatapp').openapi({ type: 'string', enum: ['chatapp'], description: 'The chat app' }),
    ...joined,
    roomChatId,
    instructions: z
      .object({
        action: action('chatapp.join_holder_room'),
        roomChatId,
        wallet,
        chatappUserId: z.string().openapi({ description: 'The linked chat account, decimal', example: '279058397' }),
      })
      .openapi({ description: 'For the bot of the chat' }),
  })
  .openapi('ChatappJoin')
