import { toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { AgentChallenge } from '../../schema/account/answers.ts'
import { mallory } from '../auth/support.ts'
import { accountOf, call, dataOf, requestsWith, startAccountNet } from './support.ts'
import { useNet, useRpcProxy } from '../support/useNet.ts'

const proxy = useRpcProxy()
const net = useNet(() => startAccountNet({ nodeUrl: proxy.nodeUrl }))

const ask = (body: unknown) => call(net.api, 'agent-nonce', body)
const registry = () => `eip155:31337:${net.world.contracts.identityRegistry}`

describe('happy', () => {
  test('gives a registered agent everything that a message needs, with one request to the node', async () => {
    proxy.reset()
    const challenge = dataOf(await ask({ agentId: 0 }), AgentChallenge)
    expect(requestsWith(proxy, toFunctionSelector('ownerOf(uint256)'))).toBe(1)
    expect(challenge).toMatchObject({
      domain: new URL(net.api).host,
      uri: `${net.api}/auth/agent-verify`,
      chainId: 31337,
      agentId: 0,
      agentRegistry: registry(),
      ownerAddress: accountOf(net, 'agent').address,
    })
    expect(Date.parse(challenge.expirationTime) - Date.parse(challenge.issuedAt)).toBe(300_000)
  })

  test('takes the registry in any case, and the owner, an account or a contract wallet', async () => {
    const { wallet } = net.world.contracts
    const body = { agentId: 1, agentRegistry: registry().toLowerCase(), ownerAddress: wallet.toLowerCase() }
    expect(dataOf(await ask(body), AgentChallenge)).toMatchObject({
      agentId: 1,
      agentRegistry: registry(),
      ownerAddress: wallet,
    })
  })
})

describe('error', () => {
  test.each<[string, object, number, string]>([
    ['a negative agent', { agentId: -1 }, 400, 'invalid_request'],
    ['an agent past 2^53', { agentId: 2 ** 53 }, 400, 'invalid_request'],
    ['another registry', { agentId: 0, agentRegistry: `eip155:31337:${mallory.address}` }, 400, 'invalid_registry'],
    [
      'another chain',
      { agentId: 0, agentRegistry: 'eip155:1:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432' },
      400,
      'invalid_registry',
    ],
    ['an agent that nobody registered', { agentId: 99 }, 403, 'not_registered'],
    ['another owner', { agentId: 0, ownerAddress: mallory.address }, 403, 'not_owner'],
  ])('%s', async (_name, body, status, code) => {
    expect(await ask(body)).toMatchObject({ status, code })
  })
})
