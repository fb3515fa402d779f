import { type Hex, encodeFunctionData, getAddress, keccak256, pad, parseUnits, toHex, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { type AccountRole, accounts, addressOf } from '../../localnet/world/accounts.ts'
import type { CompiledRole } from '../../localnet/world/contractRoles.ts'
import { agentWalletConsent } from '../support/agentWalletConsent.ts'
import { revertOf, useWorld } from './useWorld.ts'

const at = useWorld()
const send = (role: AccountRole, to: CompiledRole, name: string, args: unknown[] = []) =>
  at().chain.send(role, at().contract(to), name, args)
const read = (from: CompiledRole, name: string, args: unknown[] = []) =>
  at().chain.read(at().contract(from), name, args)

function signer(role: AccountRole) {
  const account = accounts.find((candidate) => candidate.role === role)
  if (!account) throw new Error(`No account is ${role}.`)
  return privateKeyToAccount(account.privateKey)
}

async function authorization(signedBy: AccountRole, from: Hex, change: { validBefore?: number; nonce?: Hex } = {}) {
  const now = await at().now()
  const message = {
    from,
    to: addressOf('agent'),
    value: parseUnits('5', 6),
    validAfter: BigInt(now - 60),
    validBefore: BigInt(change.validBefore ?? now + 600),
    nonce: change.nonce ?? keccak256(toHex('once')),
  }
  const signature = await signer(signedBy).signTypedData({
    domain: { name: 'USD Coin', version: '2', chainId: 31337, verifyingContract: at().world.contracts.usdc },
    types: {
      TransferWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'TransferWithAuthorization',
    message,
  })
  const { to, value, validAfter, validBefore, nonce } = message
  const args: unknown[] = [from, to, value, validAfter, validBefore, nonce]
  const [r, s, v] = [signature.slice(0, 66), `0x${signature.slice(66, 130)}`, Number(`0x${signature.slice(130)}`)]
  return { nonce, split: [...args, v, r, s], whole: [...args, signature] }
}

const walletConsent = (newWallet: Hex, deadline: number) =>
  agentWalletConsent(at().world.contracts.identityRegistry, {
    agentId: 0n,
    newWallet,
    owner: addressOf('agent'),
    deadline: BigInt(deadline),
  })

describe('USD Coin', () => {
  test('a signed authorization moves money once', async () => {
    await send('owner', 'usdc', 'mint', [addressOf('voter'), parseUnits('100', 6)])
    const { nonce, split } = await authorization('voter', addressOf('voter'))
    const balanceOf = async () => BigInt(String(await read('usdc', 'balanceOf', [addressOf('agent')])))
    const before = await balanceOf()
    await send('stranger', 'usdc', 'transferWithAuthorization', split)
    expect(await balanceOf()).toBe(before + parseUnits('5', 6))
    expect(await read('usdc', 'authorizationState', [addressOf('voter'), nonce])).toBe(true)
    const again = send('stranger', 'usdc', 'transferWithAuthorization', split)
    expect(await revertOf(again)).toBe('ERC3009UsedAuthorization')
  })

  test('a contract wallet authorizes by its owner', async () => {
    const { wallet } = at().world.contracts
    await send('owner', 'usdc', 'mint', [wallet, parseUnits('100', 6)])
    const { whole } = await authorization('owner', wallet)
    await send('stranger', 'usdc', 'transferWithAuthorization', whole)
    expect(await read('usdc', 'balanceOf', [wallet])).toBe(parseUnits('95', 6))
  })

  test('an expired authorization and a foreign signature are refused', async () => {
    await send('owner', 'usdc', 'mint', [addressOf('voter'), parseUnits('100', 6)])
    const expired = await authorization('voter', addressOf('voter'), { validBefore: (await at().now()) - 1 })
    const pull = (args: unknown[]) => revertOf(send('stranger', 'usdc', 'transferWithAuthorization', args))
    expect(await pull(expired.split)).toBe('ERC3009InvalidAuthorizationTime')
    const foreign = await authorization('stranger', addressOf('voter'))
    expect(await pull(foreign.split)).toBe('ERC3009InvalidSignature')
  })
})

describe('identity registry', () => {
  test('agents count from zero and belong to the account and to the contract wallet', async () => {
    const { wallet } = at().world.contracts
    expect(await read('identityRegistry', 'ownerOf', [0n])).toBe(addressOf('agent'))
    expect(await read('identityRegistry', 'ownerOf', [1n])).toBe(wallet)
    expect(at().world.agents).toEqual([
      { agentId: '0', owner: addressOf('agent') },
      { agentId: '1', owner: wallet },
    ])
    expect(await read('identityRegistry', 'getAgentWallet', [1n])).toBe(wallet)
    expect(await read('identityRegistry', 'getAgentWallet', [99n])).toBe(zeroAddress)
    expect(String(await read('identityRegistry', 'tokenURI', [0n]))).toMatch(/^data:application\/json;base64,/)
    expect(await revertOf(read('identityRegistry', 'ownerOf', [2n]))).toBe('ERC721NonexistentToken')
  })

  test('a new wallet is set with its own consent, an account and a contract alike', async () => {
    const deadline = (await at().now()) + 200
    const byAccount = walletConsent(addressOf('voter'), deadline)
    const consent = await signer('voter').signTypedData(byAccount)
    await send('agent', 'identityRegistry', 'setAgentWallet', [0n, addressOf('voter'), deadline, consent])
    expect(await read('identityRegistry', 'getAgentWallet', [0n])).toBe(addressOf('voter'))

    const { wallet } = at().world.contracts
    const ofWallet = await signer('owner').signTypedData(walletConsent(wallet, deadline))
    await send('agent', 'identityRegistry', 'setAgentWallet', [0n, wallet, deadline, ofWallet])
    expect(await read('identityRegistry', 'getAgentWallet', [0n])).toBe(wallet)
  })

  test('a transfer clears the wallet', async () => {
    await send('agent', 'identityRegistry', 'transferFrom', [addressOf('agent'), addressOf('voter'), 0n])
    expect(await read('identityRegistry', 'getAgentWallet', [0n])).toBe(zeroAddress)
  })

  test('without consent, in time and from the owner, no wallet is set', async () => {
    const now = await at().now()
    const set = async (role: AccountRole, deadline: number, signedBy: AccountRole) => {
      const consent = walletConsent(addressOf('voter'), deadline)
      const signature = await signer(signedBy).signTypedData(consent)
      return revertOf(send(role, 'identityRegistry', 'setAgentWallet', [0n, addressOf('voter'), deadline, signature]))
    }
    expect(await set('agent', now + 200, 'stranger')).toBe('invalid wallet sig')
    expect(await set('agent', now - 1, 'voter')).toBe('expired')
    expect(await set('agent', now + 4000, 'voter')).toBe('deadline too far')
    expect(await set('stranger', now + 200, 'voter')).toBe('Not authorized')
    const reserved = send('agent', 'identityRegistry', 'setMetadata', [0n, 'agentWallet', '0x'])
    expect(await revertOf(reserved)).toBe('reserved key')
  })
})

describe('contract wallet', () => {
  const hash = keccak256(toHex('a message'))

  test('it takes its owner’s signature for its own, and no other', async () => {
    const signature = await signer('owner').sign({ hash })
    expect(await read('wallet', 'isValidSignature', [hash, signature])).toBe('0x1626ba7e')
    const foreign = await signer('stranger').sign({ hash })
    expect(await read('wallet', 'isValidSignature', [hash, foreign])).toBe('0xffffffff')
    expect(await read('wallet', 'isValidSignature', [hash, '0x00'])).toBe('0xffffffff')
  })

  test('only its owner makes it act', async () => {
    const { usdc } = at().world.contracts
    const approval = { functionName: 'approve', args: [addressOf('voter'), 7n] }
    const data = encodeFunctionData({ ...at().contract('usdc'), ...approval })
    await send('owner', 'wallet', 'execute', [usdc, 0n, data])
    expect(await read('usdc', 'allowance', [at().world.contracts.wallet, addressOf('voter')])).toBe(7n)
    const foreign = send('stranger', 'wallet', 'execute', [usdc, 0n, data])
    expect(await revertOf(foreign)).toBe('Unauthorized')
  })

  test('an owner adds another and removes it again, but never the last', async () => {
    const [agent, owner] = [pad(addressOf('agent')), pad(addressOf('owner'))]
    const salted = [addressOf('owner'), 5n]
    await send('stranger', 'walletFactory', 'createWallet', salted)
    const wallet = at().chain.at(
      'ContractWallet',
      getAddress(String(await read('walletFactory', 'getWalletAddress', salted))),
    )
    const act = (role: AccountRole, name: string, args: unknown[]) => at().chain.send(role, wallet, name, args)
    const see = (name: string, args: unknown[] = []) => at().chain.read(wallet, name, args)
    expect(await revertOf(act('agent', 'addOwnerAddress', [addressOf('agent')]))).toBe('Unauthorized')
    await act('owner', 'addOwnerAddress', [addressOf('agent')])
    expect(await see('isOwnerAddress', [addressOf('agent')])).toBe(true)
    expect(await see('ownerCount')).toBe(2n)
    expect(await revertOf(act('owner', 'addOwnerAddress', [addressOf('agent')]))).toBe('AlreadyOwner')
    expect(await revertOf(act('owner', 'removeOwnerAtIndex', [0n, agent]))).toBe('WrongOwnerAtIndex')
    expect(await revertOf(act('owner', 'removeOwnerAtIndex', [7n, agent]))).toBe('NoOwnerAtIndex')
    await act('agent', 'removeOwnerAtIndex', [1n, agent])
    expect(await see('isOwnerAddress', [addressOf('agent')])).toBe(false)
    expect(await revertOf(act('owner', 'removeOwnerAtIndex', [0n, owner]))).toBe('LastOwner')
  })

  test('the factory names a wallet before it exists, and creates it there', async () => {
    const address = await read('walletFactory', 'getWalletAddress', [addressOf('voter'), 9n])
    await send('stranger', 'walletFactory', 'createWallet', [addressOf('voter'), 9n])
    const created = at().chain.at('ContractWallet', getAddress(String(address)))
    expect(await at().chain.read(created, 'isOwnerAddress', [addressOf('voter')])).toBe(true)
  })
})
