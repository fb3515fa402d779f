import { verifyReceipt } from '@buildersgarden/siwa/receipt'
import { signRequest } from '@slicekit/erc8128'
import { toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../localnet/world/openChain.ts'
import { AgentReceipt, CurrentPrincipal } from '../../schema/account/answers.ts'
import { createSealer } from '../../shared/auth/seal.ts'
import { highS, mallory, OTHER_SECRET } from '../auth/support.ts'
import {
  accountOf,
  call,
  dataOf,
  me,
  receiptOf,
  requestsWith,
  startAccountNet,
  toAnswer,
  writeAgentMessage,
} from './support.ts'
import { expectBetween } from '../support/expectBetween.ts'
import { useNet, useRpcProxy } from '../support/useNet.ts'

const proxy = useRpcProxy()
const net = useNet(() => startAccountNet({ nodeUrl: proxy.nodeUrl }))

const agent = () => accountOf(net, 'agent')
const verify = (body: unknown) => call(net.api, 'agent-verify', body)

describe('happy', () => {
  test('an agent gets a receipt that says who it is, for half an hour', async () => {
    const body = await writeAgentMessage(net.api, 0, agent())
    proxy.reset()
    const began = Date.now()
    const answer = await verify(body)
    const { receipt, receiptExpiresAt, ...rest } = dataOf(answer, AgentReceipt)
    expect(requestsWith(proxy, toFunctionSelector('ownerOf(uint256)'))).toBe(1)
    const { address } = agent()
    const agentRegistry = `eip155:31337:${net.world.contracts.identityRegistry}`
    expect(rest).toEqual({
      address,
      ownerAddress: address,
      agentId: 0,
      agentRegistry,
      chainId: 31337,
      verified: 'onchain',
    })
    expectBetween(Date.parse(receiptExpiresAt) - 1_800_000, began)
    expect(verifyReceipt(receipt, net.secrets['SIWA_RECEIPT_SECRET'] ?? '')).toMatchObject({ address, agentId: 0 })
    expect(await me(net.api, { 'x-siwa-receipt': receipt })).toMatchObject({ kind: 'siwa', agentId: 0 })
  })

  test('an agent that a contract wallet owns signs in by ERC-1271', async () => {
    const { wallet } = net.world.contracts
    const write = () => writeAgentMessage(net.api, 1, accountOf(net, 'owner'), { address: wallet })
    const { message } = await write()
    expect(await verify({ message, signature: await mallory.signMessage({ message }) })).toMatchObject({
      status: 401,
      code: 'invalid_signature',
    })
    const { receipt, ...agent } = dataOf(await verify(await write()), AgentReceipt)
    expect(agent).toMatchObject({ address: wallet, agentId: 1 })
    // The receipt alone says what the contract accepted then: now it has to accept this request.
    const headers = { 'x-siwa-receipt': receipt }
    expect(await call(net.api, 'me', undefined, headers)).toMatchObject({ status: 401, code: 'unauthenticated' })
    const signer = {
      address: wallet,
      chainId: net.world.chainId,
      signMessage: (raw: Uint8Array) => accountOf(net, 'owner').signMessage({ message: { raw } }),
    }
    const request = await signRequest(new Request(`${net.api}/auth/me`, { headers }), signer, {
      components: ['x-siwa-receipt'],
    })
    expect(dataOf(await toAnswer(await fetch(request)), CurrentPrincipal).account).toEqual({
      canonicalWallet: wallet,
      wallets: [{ address: wallet, kind: 'smart' }],
      linked: [],
    })
  })
})

describe('error', () => {
  test('another chain, registry, domain, and a late message', async () => {
    const cases = [
      [{ chainId: 1 }, 'unsupported_chain'],
      [{ agentRegistry: `eip155:31337:${mallory.address}` }, 'invalid_registry'],
      [{ domain: 'evil.example' }, 'domain_mismatch'],
      [{ issuedAt: new Date(Date.now() - 901_000).toISOString() }, 'message_expired'],
      [{ expirationTime: new Date(Date.now() - 1000).toISOString() }, 'message_expired'],
      [{ notBefore: new Date(Date.now() + 60_000).toISOString() }, 'message_not_yet_valid'],
    ] as const
    for (const [changes, code] of cases)
      expect(await verify(await writeAgentMessage(net.api, 0, agent(), changes))).toMatchObject({ status: 400, code })
  })

  test('a text that is not a message', async () => {
    expect(await verify({ message: 'x', signature: '0x12' })).toMatchObject({ status: 400, code: 'invalid_message' })
  })
})

describe('security', () => {
  test('of 20 uses of one nonce at once exactly one wins', async () => {
    const body = await writeAgentMessage(net.api, 0, agent())
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(body)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'invalid_nonce')).toHaveLength(19)
  })

  test('a forged nonce, one of another agent and one of a person are refused', async () => {
    const secret = net.secrets['AUTH_NONCE_SECRET'] ?? ''
    const nonces = await Promise.all([
      createSealer({ secrets: [OTHER_SECRET], purpose: 'siwa nonce', ttlSeconds: 300 }).seal(Date.now(), 'agent 0'),
      createSealer({ secrets: [secret], purpose: 'siwa nonce', ttlSeconds: 300 }).seal(Date.now(), 'agent 1'),
      createSealer({ secrets: [secret], purpose: 'siwe nonce', ttlSeconds: 300 }).seal(Date.now(), 'agent 0'),
    ])
    for (const nonce of nonces)
      expect(await verify(await writeAgentMessage(net.api, 0, agent(), { nonce }))).toMatchObject({
        status: 400,
        code: 'invalid_nonce',
      })
  })

  test('the signature of another and with high s are refused', async () => {
    const { message, signature } = await writeAgentMessage(net.api, 0, agent())
    for (const bad of [await mallory.signMessage({ message }), highS(signature)]) {
      expect(await verify({ message, signature: bad })).toMatchObject({ status: 401, code: 'invalid_signature' })
    }
  })

  test('who does not own the agent gets no receipt', async () => {
    expect(await verify(await writeAgentMessage(net.api, 0, mallory))).toMatchObject({ status: 403, code: 'not_owner' })
  })

  test('a former owner, who owned it when the nonce was issued, gets no receipt', async () => {
    const body = await writeAgentMessage(net.api, 0, agent())
    const chain = await openChain({ rpcUrl: net.rpcUrl, artifacts: await loadArtifacts() })
    const registry = chain.at('IdentityRegistry', net.world.contracts.identityRegistry)
    await chain.send('agent', registry, 'transferFrom', [agent().address, accountOf(net, 'stranger').address, 0n])
    expect(await verify(body)).toMatchObject({ status: 403, code: 'not_owner' })
    expect((await receiptOf(net.api, 0, accountOf(net, 'stranger'))).address).toBe(accountOf(net, 'stranger').address)
  })
})
