import { encodeAbiParameters, type Address } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { envelope } from '../../../schema/common.ts'
import { VaultStatus } from '../../../schema/vault/status.ts'
import { toAnswer } from '../../account/support.ts'
import { deployAltered } from '../../support/deployAltered.ts'
import { startVaultNet } from '../startVaultNet.ts'
import { useNet } from '../../support/useNet.ts'

type Status = z.output<typeof VaultStatus>

const net = useNet(() => startVaultNet())
beforeEach(() => net.proxy.reset())

const ask = (query: string) => fetch(`${net.sockets['vault']}/status/vaultReport?${query}`)
async function read(vault: string): Promise<Status> {
  const response = await ask(`vault=${vault}`)
  const text = await response.text()
  expect(response.status, text).toBe(200)
  return envelope(VaultStatus).parse(JSON.parse(text)).data
}
const statuses = ({ sections }: Status, id: string) =>
  Object.fromEntries(
    sections.find((section) => section.id === id)?.checks.map((check) => [check.id, check.status]) ?? [],
  )
const notPassed = ({ sections }: Status) =>
  sections.flatMap(({ checks }) => checks.flatMap(({ id, status }) => (status === 'pass' ? [] : [`${id} ${status}`])))
const word = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])

describe('getVaultStatus', () => {
  test('passes a vault in order, in one upstream request at one block', async () => {
    const { vault } = net.world.contracts
    const status = await read(vault)
    expect(net.readsOf(vault)).toBe(1)
    expect(status).toMatchObject({ chainId: 31337, vault, asOf: { chainId: 31337, source: 'rpc' } })
    expect(status.sections.map(({ id }) => id)).toEqual([
      'state',
      'accounting',
      'core',
      'wiring',
      'pricing',
      'strategies',
    ])
    expect(notPassed(status)).toEqual([
      'withdrawal-queue info',
      'vault-whitelist info',
      'lendpool-bucket-suggested info',
      'lendpool-bucket-match warn',
      'strategy-count info',
    ])
  })

  test('says of a vault without shares and launch that there is nothing to judge', async () => {
    const status = await read(net.world.contracts.vault2)
    expect(statuses(status, 'state')).toMatchObject({ 'registry-vault': 'pass', launched: 'info' })
    expect(statuses(status, 'accounting')).toMatchObject({
      'share-price': 'info',
      'strategy-assets': 'info',
      debt: 'pass',
    })
  })

  test('warns of what is switched off, and fails a vault that the registry does not list', async () => {
    const { vault } = await net.deployVault({ strategies: 1, kinds: ['unknown'] })
    const book = net.chain.at('CreatorVault', vault)
    await net.send(book, 'setMaxTotalSupply', [1n])
    await net.send(book, 'setFlashLoanProtection', [1n, 1n, 10n])
    await net.send(book, 'queueWithdrawal', [10n ** 18n, addressOf('owner')])
    await net.send(book, 'setPaused', [true])
    await net.send(book, 'setVaultMode', [1])
    await net.send(book, 'shutdown')
    const status = await read(vault)
    expect(statuses(status, 'state')).toEqual({
      'registry-vault': 'fail',
      'registry-share': 'fail',
      'registry-active': 'pass',
      paused: 'warn',
      shutdown: 'warn',
      mode: 'warn',
      launched: 'pass',
    })
    expect(statuses(status, 'accounting')).toEqual({
      'idle-assets': 'pass',
      debt: 'pass',
      'strategy-assets': 'pass',
      'total-assets': 'pass',
      'share-price': 'pass',
      'withdrawal-queue': 'info',
      'supply-cap': 'warn',
    })
  })
})

describe('contracts of other generations', () => {
  const without = (target: Address, functions: readonly string[]) => deployAltered(net.rpcUrl, target, functions)

  test('lack getters without a fault', async () => {
    const status = await read(
      await without(net.world.contracts.vault, [
        'paused()',
        'isShutdown()',
        'vaultMode()',
        'coinBalance()',
        'totalDebt()',
        'totalQueuedWithdrawalShares()',
        'maxTotalSupply()',
        'pricePerShare()',
        'liquiditySnapshot()',
        'whitelistEnabled()',
        'whitelist(address)',
      ]),
    )
    expect(statuses(status, 'state')).toMatchObject({ paused: 'info', shutdown: 'info', mode: 'info' })
    expect(statuses(status, 'accounting')).toEqual({
      'idle-assets': 'info',
      debt: 'info',
      'strategy-assets': 'pass',
      'total-assets': 'info',
      'share-price': 'info',
      'withdrawal-queue': 'info',
      'supply-cap': 'info',
    })
    expect(statuses(status, 'wiring')).toMatchObject({ 'vault-whitelist': 'info', 'share-minter': 'pass' })
    const paused = status.sections[0]?.checks.find(({ id }) => id === 'paused')
    expect(paused?.details).toBe('This version of the contract does not report it')
  })

  test('lack even most of them, or name parts of another lane', async () => {
    const { creatorCoin, gaugeController2 } = net.world.contracts
    const { address } = await net.chain.deploy('BareVault', [creatorCoin, gaugeController2, 2n])
    const status = await read(address)
    expect(statuses(status, 'wiring')).toMatchObject({ 'gauge-vault': 'fail', 'vault-whitelist': 'info' })
    expect(statuses(status, 'accounting')).toMatchObject({ 'total-assets': 'fail', 'withdrawal-queue': 'info' })
    expect(statuses(status, 'strategies')).toMatchObject({ 'strategy-0': 'warn' })
  })
})

describe('a vault whose figures do not add up', () => {
  test('is faulted for each that does not', async () => {
    const { vault } = net.world.contracts
    const liar = await deployAltered(net.rpcUrl, vault, {
      'pricePerShare()': word(5n * 10n ** 18n),
      'totalDebt()': word(1n),
      'coinBalance()': word(10n ** 30n),
      'totalAssets()': word(10n ** 30n),
      'totalQueuedWithdrawalShares()': word(10n ** 40n),
    })
    expect(statuses(await read(liar), 'accounting')).toEqual({
      'idle-assets': 'fail',
      debt: 'fail',
      'strategy-assets': 'pass',
      'total-assets': 'warn',
      'share-price': 'warn',
      'withdrawal-queue': 'warn',
      'supply-cap': 'pass',
    })
    const worthless = await deployAltered(net.rpcUrl, vault, { 'pricePerShare()': word(0n) })
    expect(statuses(await read(worthless), 'accounting')).toMatchObject({ 'share-price': 'fail' })
  })
})

describe('getVaultStatus over HTTP', () => {
  test('refuses an account', async () => {
    const answer = await toAnswer(await ask(`vault=${addressOf('stranger')}`))
    expect([answer.status, answer.code]).toEqual([404, 'not_a_contract'])
  })

  test('refuses other contracts by the field that names them', async () => {
    const answer = await toAnswer(await ask(`vault=${net.world.contracts.shareToken}`))
    expect([answer.status, answer.code, JSON.stringify(answer.json)]).toEqual([
      404,
      'not_a_vault',
      expect.stringContaining('not_a_vault: vault: '),
    ])
  })
})
