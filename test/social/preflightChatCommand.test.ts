import { describe, expect, test } from 'vitest'
import { LOCAL_CONVERSATION as conversationId } from '../../localnet/seed.ts'
import { CommandPreflight } from '../../schema/social/chatBodies.ts'
import { accountOf, bearer, dataOf, signIn } from '../account/support.ts'
import { startChatNet } from './startChatNet.ts'
import { prepared, useNet, useRpcProxy } from '../support/useNet.ts'

const proxy = useRpcProxy()
const net = useNet(() => startChatNet({ families: ['account', 'social'], nodeUrl: proxy.nodeUrl }))
const owner = prepared(() => net.session('owner'))

const command = '/keepr tend'
const ask = async (body: object, headers: Readonly<Record<string, string>> = {}) =>
  dataOf(await net.post('command-preflight', body, headers), CommandPreflight)
const refused = (reason: string, guardCategory: string, known: object = {}) => ({
  allowed: false,
  reason,
  guardCategory,
  role: null,
  walletMatch: null,
  ...known,
})

describe('happy', () => {
  test('a command that changes nothing is allowed to everyone', async () => {
    const allowed = { allowed: true, reason: 'read_or_non_mutating_command', guardCategory: 'none' }
    expect(await ask({ command: 'how is the vault?' })).toEqual({ ...allowed, role: null, walletMatch: null })
    expect(await ask({ command: '/keepr status', source: 'command-center' })).toMatchObject(allowed)
  })

  test('the owner of the vault on chain, an admin of the conversation, and nobody else may give one that does', async () => {
    const body = { command, conversationId }
    const senderWallet = net.addressOf('owner')
    expect(await ask({ ...body, senderWallet: senderWallet.toLowerCase() }, owner)).toEqual({
      allowed: true,
      reason: 'ok',
      guardCategory: 'none',
      role: 'OWNER',
      walletMatch: true,
    })
    const admin = await ask({ ...body, senderWallet: net.addressOf('agent') }, await net.session('agent'))
    expect(admin).toMatchObject({ allowed: true, role: 'ADMIN' })
    const member = await ask({ ...body, senderWallet: net.addressOf('voter') }, await net.session('voter'))
    expect(member).toEqual(refused('admin_or_owner_required', 'role_denied', { role: 'MEMBER', walletMatch: true }))
  })

  test('who has proven to own the wallet that owns the vault is its owner', async () => {
    const d1 = await net.database()
    const [first] = await net.rows<{ id: string }>(
      'select profile_id id from profile_wallets where address = ?',
      net.addressOf('owner').toLowerCase(),
    )
    const stranger = net.addressOf('stranger')
    await d1
      .prepare(
        `insert into profile_wallets (address, profile_id, kind, canonical, linked_at) values (?, ?, 'owner', 0, 1)`,
      )
      .bind(stranger.toLowerCase(), first?.id)
      .run()
    const answer = await ask({ command, conversationId, senderWallet: stranger }, await net.session('stranger'))
    expect(answer).toMatchObject({ allowed: true, role: 'OWNER', walletMatch: true })
    await d1.prepare('delete from profile_wallets where address = ?').bind(stranger.toLowerCase()).run()
  })
})

describe('the first check that refuses says so', () => {
  test('by the sender, the conversation, the session, and the vault', async () => {
    const senderWallet = net.addressOf('owner')
    expect(await ask({ command })).toEqual(refused('connect_wallet_first', 'wallet_missing'))
    expect(await ask({ command, senderWallet: 'me' }, owner)).toEqual(refused('connect_wallet_first', 'wallet_missing'))
    expect(await ask({ command, senderWallet })).toEqual(
      refused('conversation_context_required', 'conversation_missing'),
    )
    expect(await ask({ command, senderWallet, conversationId })).toEqual(
      refused('auth_session_required', 'auth_required'),
    )
    const limited = bearer((await signIn(net.api, accountOf(net, 'owner'), 'limited')).token)
    expect(await ask({ command, senderWallet, conversationId }, limited)).toEqual(
      refused('auth_session_required', 'auth_required'),
    )
    expect(await ask({ command, senderWallet: net.addressOf('agent'), conversationId }, owner)).toEqual(
      refused('sender_wallet_mismatch_session', 'wallet_session_mismatch', { walletMatch: false }),
    )
    expect(await ask({ command, senderWallet, conversationId: 'another' }, owner)).toEqual(
      refused('vault_not_configured_for_conversation', 'vault_missing', { walletMatch: true }),
    )
  })

  test('an agent of somebody else must be signed in and on the list, whatever it asks', async () => {
    const body = { command: 'hello', source: 'External-Agent' }
    expect(await ask(body)).toEqual(refused('auth_session_required', 'auth_required'))
    expect(await ask(body, owner)).toEqual(refused('agent_allowlist_not_configured', 'agent_access_denied'))
    await net.withVariables({ CHAT_AGENT_ADDRESSES: net.addressOf('agent') }, async () => {
      expect(await ask(body, owner)).toEqual(refused('agent_user_not_allowlisted', 'agent_access_denied'))
      for (const source of ['agent', 'external_agent', 'externalagent', ' external-agent '])
        expect(await ask({ ...body, source }, await net.session('agent'))).toMatchObject({ allowed: true })
    })
  })
})

describe('error', () => {
  test.each([
    ['a command that is too long', { command: 'x'.repeat(4097) }],
    ['a conversation that is too long', { command, conversationId: 'x'.repeat(129) }],
    ['a wallet that is too long', { command, senderWallet: `0x${'1'.repeat(41)}` }],
    ['a source that is too long', { command, source: 'x'.repeat(33) }],
  ])('refuses %s', async (_, body) => {
    expect(await net.post('command-preflight', body)).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  test('while the chain or the store cannot be read nothing that changes something is allowed, and reads are', async () => {
    const body = { command, conversationId, senderWallet: net.addressOf('owner') }
    const unavailable = refused('preflight_unavailable_retry', 'runtime_unavailable')
    proxy.mode = 'drop'
    expect(await ask(body, owner)).toEqual(unavailable)
    expect(await ask({ command: 'hello' }, owner)).toMatchObject({ allowed: true })
    proxy.mode = 'pass'
    await expect.poll(async () => (await ask(body, owner)).allowed, { interval: 500 }).toBe(true)
    await net.rows('alter table chat_conversations rename to away')
    try {
      expect(await ask(body, owner)).toEqual(unavailable)
    } finally {
      await net.rows('alter table away rename to chat_conversations')
    }
  })
})

describe('security', () => {
  test('a vault of another chain does not exist on this one', async () => {
    await net.rows('update chat_conversations set chain_id = chain_id + 1')
    expect(await ask({ command, conversationId, senderWallet: net.addressOf('owner') }, owner)).toMatchObject({
      guardCategory: 'vault_missing',
    })
    await net.rows('update chat_conversations set chain_id = chain_id - 1')
  })

  test('an address without a vault has no owner', async () => {
    const [row] = await net.rows<{ vault: string }>('select vault from chat_conversations')
    await net.rows('update chat_conversations set vault = ?', net.addressOf('voter').toLowerCase())
    expect(await ask({ command, conversationId, senderWallet: net.addressOf('owner') }, owner)).toMatchObject({
      allowed: false,
      role: 'MEMBER',
    })
    await net.rows('update chat_conversations set vault = ?', row?.vault)
  })
})
