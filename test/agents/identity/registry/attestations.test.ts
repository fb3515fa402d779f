import { type Address, keccak256, toHex, zeroHash } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AccountRole, addressOf } from '../../../../localnet/world/accounts.ts'
import { type Chain, createChain } from '../../../../shared/chain/chain.ts'
import { parseChainConfig, type Role } from '../../../../shared/chain/config.ts'
import { createRpc } from '../../../../shared/chain/rpc.ts'
import {
  attestationCalls,
  type AttestationQuery,
} from '../../../../functions/agents/identity/registry/attestationCalls.ts'
import { attestationsOf } from '../../../../functions/agents/identity/registry/attestationsOf.ts'
import { refusal } from '../../../auth/support.ts'
import { useWorld } from '../../../localnet/useWorld.ts'
import { type RpcProxy, startRpcProxy } from '../../../support/rpcProxy.ts'

const at = useWorld()
let proxy: RpcProxy
beforeAll(async () => {
  proxy = await startRpcProxy(at().rpcUrl)
  return () => proxy.stop()
})

const TAG = 'tee-attestation'
const send = (role: AccountRole, name: string, args: unknown[]) =>
  at().chain.send(role, at().contract('validationRegistry'), name, args)

async function readAttestations(chain: Chain, query: AttestationQuery) {
  const registry = chain.role('validationRegistry')
  const { value, asOf } = await chain.read((describe) => attestationCalls(describe, registry, query))
  return { ...attestationsOf(value, query, chain.role('identityRegistry')), asOf }
}

function read(validators: readonly AccountRole[], tag = TAG, agentId = 0n, roles: Partial<Record<Role, Address>> = {}) {
  const config = parseChainConfig({ ...at().world, contracts: { ...at().world.contracts, ...roles } })
  const chain = createChain(config, createRpc({ urls: [proxy.url] }))
  return readAttestations(chain, { agentId, validators: validators.map(addressOf), tag })
}

describe('happy', () => {
  test('the answers of trusted validators, and every validation, in one upstream request', async () => {
    proxy.reset()
    const attestations = await read(['admin'])
    expect(proxy.requests).toHaveLength(1)
    expect(attestations).toMatchObject({ count: 1, averageResponse: 100, requestCount: 1 })
    expect(attestations?.validations).toEqual([
      {
        requestHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        validator: addressOf('admin'),
        isTrusted: true,
        isAnswered: true,
        response: 100,
        responseHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        tag: TAG,
        lastUpdate: expect.any(Number),
      },
    ])
  })

  test('an agent without validations has none, and no mean', async () => {
    const none = { count: 0, averageResponse: null, requestCount: 0, validations: [] }
    expect(await read(['admin'], TAG, 1n)).toMatchObject(none)
    expect(await read(['admin'], 'another tag')).toMatchObject({ count: 0, averageResponse: null, requestCount: 1 })
  })
})

describe('error', () => {
  test('an address without a validation registry says nothing about an agent', async () => {
    for (const role of ['usdc', 'identityRegistry', 'reputationRegistry'] as const) {
      const validationRegistry = at().world.contracts[role]
      expect((await refusal(read(['admin'], TAG, 0n, { validationRegistry }))).code, role).toBe('role_not_configured')
    }
  })

  test('nor does one of another identity registry', async () => {
    const identityRegistry = at().world.contracts.usdc
    expect((await refusal(read(['admin'], TAG, 0n, { identityRegistry }))).code).toBe('role_not_configured')
  })

  test('a node that does not answer is an outage', async () => {
    proxy.mode = 'drop'
    expect((await refusal(read(['admin']))).code).toBe('upstream_failed')
    proxy.mode = 'pass'
  })
})

describe('security', () => {
  test('an answer of a validator that nobody trusts does not count, whatever it says', async () => {
    const requestHash = keccak256(toHex('by a friend'))
    await send('agent', 'validationRequest', [addressOf('stranger'), 0, '', requestHash])
    await send('stranger', 'validationResponse', [requestHash, 100, '', zeroHash, TAG])
    const attestations = await read(['admin'])
    expect(attestations).toMatchObject({ count: 1, requestCount: 2 })
    expect(attestations?.validations.map(({ isTrusted }) => isTrusted)).toEqual([true, false])
    expect(await read(['voter'])).toMatchObject({ count: 0, averageResponse: null })
    expect(await read([])).toMatchObject({ count: 0, averageResponse: null, requestCount: 2 })
  })

  test('of any number of requested validations, sixteen are read one by one', async () => {
    for (let n = 0; n < 20; n++)
      await send('agent', 'validationRequest', [addressOf('voter'), 0, '', keccak256(toHex(`request ${n}`))])
    const attestations = await read(['admin'])
    expect(attestations).toMatchObject({ count: 1, requestCount: 21 })
    expect(attestations?.validations).toHaveLength(16)
    expect(attestations?.validations.map(({ isAnswered }) => isAnswered)).toEqual([true, ...Array(15).fill(false)])
  })
})
