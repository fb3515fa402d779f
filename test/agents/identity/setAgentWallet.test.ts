import { hashTypedData, zeroAddress, type Address, type Hex } from 'viem'
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { beforeEach, describe, expect, it } from 'vitest'
import { accounts, addressOf, type AccountRole } from '../../../localnet/world/accounts.ts'
import { registryTime } from '../../../functions/agents/identity/setAgentWallet.ts'
import { AgentWalletStep } from '../../../schema/agents/writeBodies.ts'
import { type Answer, requestsWith } from '../../account/support.ts'
import { hex, highS } from '../../auth/support.ts'
import { chainTime, codesOf, receiptHeaders, sendAll, sessionOf, setTime } from '../../build/support.ts'
import { parsed, startAgentsNet } from '../support.ts'
import { agentWalletConsent } from '../../support/agentWalletConsent.ts'
import { prepared, useNet } from '../../support/useNet.ts'

const at = useNet(() => startAgentsNet())
const agent = prepared(() => sessionOf(at.net, 'agent'))
const owner = prepared(() => sessionOf(at.net, 'owner'))
beforeEach(async () => {
  at.proxy.reset()
  const back = await at.snapshot()
  // The newest block is as old as the world; a chain in use has one of now.
  await setTime(at.net, Math.max(Number(await chainTime(at.net)) + 1, Math.floor(Date.now() / 1000)))
  return back
})

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600
const keyOf = (role: AccountRole): PrivateKeyAccount => {
  const found = accounts.find((account) => account.role === role)
  if (!found) throw new Error(`no account ${role}`)
  return privateKeyToAccount(found.privateKey)
}
const ofAgent = () => ({ agentId: '0', ownerAddress: addressOf('agent'), newWallet: addressOf('voter') })
const ask = (body: object, headers = agent) => at.post('identity/set-agent-wallet', headers, { ...ofAgent(), ...body })
const walletOf = (agentId: bigint) => at.chain.read(at.identity, 'getAgentWallet', [agentId])

const CONTRACT: Address = '0x00000000000000000000000000000000000000cc'
/** Code of a contract that answers every call with the magic value of ERC-1271. */
const ACCEPTS_ANYTHING: Hex = `0x7f1626ba7e${'00'.repeat(28)}60005260206000f3`

function preparedOf(answer: Answer) {
  const step = parsed(answer, AgentWalletStep)
  if (step.action !== 'prepare') throw new Error('not prepared')
  return step
}
function encodedOf(answer: Answer) {
  const step = parsed(answer, AgentWalletStep)
  if (step.action !== 'encode') throw new Error('not encoded')
  return step
}

/** Prepares a change, has an account sign it, and has the transaction built. */
async function change(signer: PrivateKeyAccount, body: object, headers = agent): Promise<Answer> {
  const { deadline, hash } = preparedOf(await ask(body, headers))
  return ask({ ...body, action: 'encode', deadline, signature: await signer.sign({ hash: hex(hash) }) }, headers)
}

/** The digest that the registry itself makes of a change, as it asks an ERC-1271 wallet about it. */
const digestOfRegistry = (newWallet: Address, deadline: number): Hex =>
  hashTypedData(
    agentWalletConsent(at.contracts.identityRegistry, {
      agentId: 0n,
      newWallet,
      owner: addressOf('agent'),
      deadline: BigInt(deadline),
    }),
  )

describe('happy', () => {
  it('prepares what a key signs, and builds what the registry accepts', async () => {
    const prepared = preparedOf(await ask({}))
    const now = Number(await chainTime(at.net))
    expect(prepared).toMatchObject({
      deadline: now + 240,
      registryAddress: at.contracts.identityRegistry,
      typedData: {
        primaryType: 'AgentWalletSet',
        domain: { name: 'ERC8004IdentityRegistry', version: '1', chainId: 31337 },
        message: { agentId: '0', deadline: String(now + 240), owner: addressOf('agent') },
      },
    })
    expect(prepared.hash).toBe(digestOfRegistry(addressOf('voter'), prepared.deadline))
    const { typedData, deadline } = prepared
    const { EIP712Domain: _, ...types } = typedData.types
    const { agentId, newWallet, owner: ownerAddress } = typedData.message
    const message = { agentId: BigInt(agentId), newWallet, owner: ownerAddress, deadline: BigInt(deadline) }
    const signature = await keyOf('voter').signTypedData({ ...typedData, types, message })
    const built = encodedOf(await ask({ action: 'encode', deadline, signature }))
    expect(built).toMatchObject({
      to: at.contracts.identityRegistry,
      value: '0',
      function: 'setAgentWallet(uint256,address,uint256,bytes)',
      args: { agentId: '0', newWallet: addressOf('voter'), deadline: String(deadline), signature },
      from: addressOf('agent'),
      agentId: '0',
      newWallet: addressOf('voter'),
      deadline,
      signatureVerified: true,
      issues: [],
      warnings: [],
      simulation: { status: 'ok' },
    })
    expect(built.data).toMatch(/^0x2d1ef5ae/)
    expect((await sendAll(at.net, 'agent', built))[0]?.status).toBe('success')
    expect(await walletOf(0n)).toBe(addressOf('voter'))
  })

  it.each([
    ['1b', '00'],
    ['1c', '01'],
  ])('puts the v %s into the call where a signer wrote %s, and the registry takes it', async (v, written) => {
    const key = keyOf('voter')
    let signed: { deadline: number; signature: Hex } | undefined
    for (let seconds = 100; signed === undefined; seconds++) {
      const { deadline, hash } = preparedOf(await ask({ deadline: Number(await chainTime(at.net)) + seconds }))
      const signature = await key.sign({ hash: hex(hash) })
      if (signature.endsWith(v)) signed = { deadline, signature }
    }
    const { deadline, signature } = signed
    const sent: Hex = `0x${signature.slice(2, -2)}${written}`
    const built = encodedOf(await ask({ action: 'encode', deadline, signature: sent }))
    expect(built).toMatchObject({ args: { signature }, issues: [], simulation: { status: 'ok' } })
    expect((await sendAll(at.net, 'agent', built))[0]?.status).toBe('success')
    expect(await walletOf(0n)).toBe(addressOf('voter'))
  })

  it('leaves a contract wallet’s signature as it is, whatever its last byte', async () => {
    // Not of a key: a contract may give a meaning of its own to each byte.
    await at.chain.setCode(CONTRACT, ACCEPTS_ANYTHING)
    const signature: Hex = `0x${'12'.repeat(64)}01`
    const deadline = Number(await chainTime(at.net)) + 100
    const built = encodedOf(await ask({ newWallet: CONTRACT, action: 'encode', deadline, signature }))
    expect(built).toMatchObject({ args: { signature }, signatureVerified: true, simulation: { status: 'ok' } })
    expect((await sendAll(at.net, 'agent', built))[0]?.status).toBe('success')
  })

  it('takes the signature of a contract wallet (ERC-1271)', async () => {
    const built = encodedOf(await change(keyOf('owner'), { newWallet: at.contracts.wallet }))
    expect(built).toMatchObject({ signatureVerified: true, issues: [], simulation: { status: 'ok' } })
    expect((await sendAll(at.net, 'agent', built))[0]?.status).toBe('success')
    expect(await walletOf(0n)).toBe(at.contracts.wallet)
  })

  it('takes the signature of a key whose account has code (EIP-7702)', async () => {
    await at.chain.setCode(addressOf('voter'), `0xef0100${at.contracts.wallet.slice(2)}`)
    const built = encodedOf(await change(keyOf('voter'), {}))
    expect(built).toMatchObject({ signatureVerified: true, simulation: { status: 'ok' } })
  })

  it('is for the smart wallet of an account, whose session is its owner’s', async () => {
    const ownerAddress = at.contracts.wallet
    const built = encodedOf(await change(keyOf('voter'), { agentId: 1, ownerAddress }, owner))
    expect(built).toMatchObject({ from: ownerAddress, issues: [], simulation: { status: 'ok' } })
    await at.chain.send('owner', at.wallet, 'execute', [built.to, 0n, built.data])
    expect(await walletOf(1n)).toBe(addressOf('voter'))
  })

  it('is for an agent by its receipt alone', async () => {
    expect(preparedOf(await ask({}, await receiptHeaders(at.net))).deadline).toBeGreaterThan(0)
  })

  it('is for an operator of the agent, who sends it', async () => {
    await at.chain.send('agent', at.identity, 'setApprovalForAll', [addressOf('stranger'), true])
    const built = encodedOf(await change(keyOf('voter'), {}, await sessionOf(at.net, 'stranger')))
    expect(built).toMatchObject({ from: addressOf('stranger'), issues: [], simulation: { status: 'ok' } })
    expect((await sendAll(at.net, 'stranger', built))[0]?.status).toBe('success')
  })

  it('costs two upstream requests, the read and the simulation, and one more for a contract’s signature', async () => {
    encodedOf(await change(keyOf('voter'), {}))
    // One of them is that of the first step.
    expect(requestsWith(at.proxy, at.contracts.identityRegistry)).toBe(3)
    at.proxy.reset()
    encodedOf(await change(keyOf('owner'), { newWallet: at.contracts.wallet }))
    // The read and the simulation of the second step, and the read of the first; the wallet's own check names it.
    expect(requestsWith(at.proxy, at.contracts.identityRegistry)).toBe(3)
    expect(requestsWith(at.proxy, at.contracts.wallet)).toBe(2)
  })
})

describe('deadlines', () => {
  const encode = (deadline: number) => ask({ action: 'encode', deadline, signature: '0x' })
  it.each([0, -1, 301, 100_000])('refuses one %s seconds after the newest block', async (seconds) => {
    const answer = await encode(Number(await chainTime(at.net)) + seconds)
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(answer.json).toMatchObject({ error: expect.stringContaining('deadline: must be after') })
    expect(await ask({ deadline: Number(await chainTime(at.net)) + seconds })).toMatchObject({ status: 400 })
  })

  it.each([10, 300])('takes one %s seconds after it', async (seconds) => {
    const deadline = Number(await chainTime(at.net)) + seconds
    const { hash } = preparedOf(await ask({ deadline }))
    const signature = await keyOf('voter').sign({ hash: hex(hash) })
    const built = encodedOf(await ask({ action: 'encode', deadline, signature }))
    expect(built).toMatchObject({ issues: [], simulation: { status: 'ok' } })
  })

  it('is required to encode', async () => {
    const answer = await ask({ action: 'encode', signature: '0x' })
    expect(answer.json).toMatchObject({ error: 'invalid_request: deadline: is required' })
  })

  it.each([
    ['that of the newest block', 1000, 1060, 1000],
    ['that of a block ahead of the clock', 1000, 900, 1000],
    ['the clock’s where the chain has been idle, as that of its next block will be', 1000, 1061, 1061],
  ])('count from a time: %s', (_, block, clock, time) => {
    expect(registryTime(block, clock * 1000 + 999)).toBe(time)
  })
})

describe('signatures', () => {
  it.each([
    ['another account', async () => change(keyOf('stranger'), {})],
    ['nobody', async () => ask({ action: 'encode', deadline: await soon(), signature: '0x' })],
    ['a key that is not the contract’s owner', async () => change(keyOf('voter'), { newWallet: at.contracts.wallet })],
    [
      'the right key, but for another owner',
      async () => {
        const { deadline } = preparedOf(await ask({}))
        const other = await keyOf('voter').sign({ hash: `0x${'12'.repeat(32)}` })
        return ask({ action: 'encode', deadline, signature: other })
      },
    ],
    [
      'the right key with a high s',
      async () => {
        const { deadline, hash } = preparedOf(await ask({}))
        const signature = highS(await keyOf('voter').sign({ hash: `0x${hash.slice(2)}` }))
        return ask({ action: 'encode', deadline, signature })
      },
    ],
    [
      'a wallet that is not deployed (ERC-6492)',
      async () => ask({ action: 'encode', deadline: await soon(), signature: `0x00${'6492'.repeat(16)}` }),
    ],
  ])('of %s are refused', async (_, sign) => {
    expect(await sign()).toMatchObject({ status: 400, code: 'invalid_wallet_signature' })
  })
  const soon = async () => Number(await chainTime(at.net)) + 100

  it('of a wallet that burns all gas are an outage of nobody: the answer comes', async () => {
    // INVALID uses up all gas that it is given.
    const newWallet: Address = '0x00000000000000000000000000000000000000fe'
    await at.chain.setCode(newWallet, '0xfe')
    const answer = await ask({ newWallet, action: 'encode', deadline: await soon(), signature: '0x' })
    expect(answer).toMatchObject({ status: 400, code: 'invalid_wallet_signature' })
  })
})

describe('what only the chain shows', () => {
  it('is an issue where the sender may not send it', async () => {
    const built = encodedOf(await change(keyOf('voter'), { from: addressOf('bidder') }))
    expect(built.issues).toMatchObject([{ code: 'not_agent_operator', reverts: 'Not authorized' }])
    expect(built.simulation).toMatchObject({ status: 'revert' })
  })

  it('needs a node to prepare, and none to encode for the owner', async () => {
    at.proxy.mode = 'drop'
    expect(await ask({})).toMatchObject({ status: 503, code: 'read_needed' })
    const built = encodedOf(await ask({ action: 'encode', deadline: inAnHour(), signature: '0x12' }))
    expect(built).toMatchObject({ signatureVerified: null, asOf: null, simulation: { status: 'unavailable' } })
    expect(codesOf(built)).toEqual(['chain_unreachable'])
  })

  it('is never a refusal while it is not known whether the caller is an operator', async () => {
    at.proxy.mode = 'drop'
    const stranger = await sessionOf(at.net, 'stranger')
    const answer = await ask({ action: 'encode', deadline: inAnHour(), signature: '0x12' }, stranger)
    expect(answer).toMatchObject({ status: 503, code: 'read_needed' })
  })
})

describe('error', () => {
  it.each([
    [{ newWallet: zeroAddress }, 'newWallet'],
    [{ action: 'encode', deadline: 1, signature: '0x1' }, 'signature'],
    [{ action: 'encode', deadline: 1, signature: `0x${'00'.repeat(3073)}` }, 'signature'],
    [{ signature: '0x' }, 'signature'],
  ])('refuses %j', async (changes, field) => {
    const answer = await ask(changes)
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(answer.json).toMatchObject({ error: expect.stringContaining(`invalid_request: ${field}: `) })
  })

  it('distinguishes a missing agent from one of somebody else', async () => {
    expect(await ask({ agentId: 99 })).toMatchObject({ status: 403, code: 'not_registered' })
    expect(await ask({ agentId: 1 })).toMatchObject({ status: 403, code: 'not_owner' })
  })

  it('is role_not_configured where the registry is not one', async () => {
    for (const identityRegistry of [undefined, addressOf('stranger'), at.contracts.reputationRegistry]) {
      const contracts = { ...at.contracts, identityRegistry }
      const config = { chainId: at.net.world.chainId, contracts, blockTimeMs: 0 }
      await at.net.withVariables({ CHAIN_CONFIG: JSON.stringify(config) }, async () => {
        expect(await ask({})).toMatchObject({ status: 503, code: 'role_not_configured' })
      })
    }
  })
})

describe('security', () => {
  it('refuses who neither owns nor operates the agent', async () => {
    const voter = await sessionOf(at.net, 'voter')
    expect(await ask({}, voter)).toMatchObject({ status: 403, code: 'wallet_authority_mismatch' })
    expect(await ask({ ownerAddress: at.contracts.wallet }, voter)).toMatchObject({
      status: 403,
      code: 'wallet_authority_mismatch',
    })
    // Its own wallet, but somebody else's agent.
    expect(await ask({ ownerAddress: addressOf('voter') }, voter)).toMatchObject({ status: 403, code: 'not_owner' })
  })

  it('refuses the receipt of another agent', async () => {
    expect(await ask({ agentId: 1 }, await receiptHeaders(at.net))).toMatchObject({ status: 403, code: 'forbidden' })
  })
})

it('builds two changes at once, each as requested', async () => {
  const both = await Promise.all([
    change(keyOf('voter'), {}),
    change(keyOf('bidder'), { newWallet: addressOf('bidder') }),
  ])
  const [first, second] = both.map(encodedOf)
  if (!first || !second) throw new Error('not built')
  expect([first.args['newWallet'], second.args['newWallet']]).toEqual([addressOf('voter'), addressOf('bidder')])
  await sendAll(at.net, 'agent', second)
  await sendAll(at.net, 'agent', first)
  expect(await walletOf(0n)).toBe(addressOf('voter'))
})
