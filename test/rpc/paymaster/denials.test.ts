import { type Address, concat, encodeFunctionData, getAddress, type Hex, parseAbi, zeroAddress } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DenialCode } from '../../../schema/rpc/paymasterDenials.ts'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { accountOf, requestsWith, signIn, bearer } from '../../account/support.ts'
import { ask } from '../../support/ask.ts'
import {
  coinbaseAccount,
  deployAnswers,
  ENTRY_POINT,
  executeData,
  index,
  initCode,
  type InnerCall,
  operation06,
  type PaymasterNet,
  startPaymasterNet,
} from './startPaymasterNet.ts'
import { goBack } from '../../support/restorePoint.ts'
import { useNet } from '../../support/useNet.ts'

const callsAbi = parseAbi([
  'function register(string agentURI)',
  'function setAgentURI(uint256 agentId, string newURI)',
  'function revokeFeedback(uint256 agentId, uint64 feedbackIndex)',
  'function transfer(address to, uint256 amount)',
  'function release()',
  'function unwrap(uint256 amount)',
  'function redeem(uint256 shares, address receiver, address owner)',
  'function queueWithdrawal(uint256 shares, address receiver)',
  'function claimQueuedWithdrawal()',
  'function shutdownVault()',
  'function emergencyWithdrawFromStrategies()',
  'function emergencyWithdraw(uint256 amount, address to)',
  'function upgradeToAndCall(address implementation, bytes data)',
  'function addOwnerAddress(address owner)',
  'function executeWithoutChainIdValidation(bytes[] calls)',
])
/** Calldata of one of these. */
const encode = (functionName: string, ...args: readonly unknown[]): Hex => {
  const abi: readonly unknown[] = callsAbi
  return encodeFunctionData({ abi, functionName, args })
}

let world: PaymasterNet['world']['contracts']
let self: Address
const net = useNet(() => startPaymasterNet())
beforeAll(async () => {
  world = net.world.contracts
  self = world.smartWallet
})

/** The code of the denial of an operation, null if it is sponsored; any other error as it is. */
async function denialOf(callData: Hex, changes: Record<string, unknown> = {}, headers?: Record<string, string>) {
  return denialOfOperation(operation06(self, callData, changes), ENTRY_POINT, headers)
}

async function denialOfOperation(operation: object, entryPoint: string, headers?: Record<string, string>) {
  const { error } = await net.call('pm_getPaymasterData', [operation, entryPoint, '0x7a69'], headers)
  if (!error) return null
  const [code] = error.message.split(':')
  return error.code === -32002 ? code : `${error.code} ${error.message}`
}

const register = (): InnerCall => ({ target: world.identityRegistry, data: encode('register', 'https://a.example') })
const redeem = (vault: Address, receiver = self, owner = self): InnerCall => ({
  target: vault,
  data: encode('redeem', 1n, receiver, owner),
})
const unwrap = (wrapper: Address): InnerCall => ({ target: wrapper, data: encode('unwrap', 1n) })
const release = (vesting: Address): InnerCall => ({ target: vesting, data: encode('release') })
const stranger = addressOf('stranger')

describe('before the index has been begun', () => {
  it('sponsors no withdrawal: where a vault comes from is not known', async () => {
    expect(await denialOf(executeData([redeem(world.legacyVault)]))).toBe('legacy_state_unavailable')
    await index(net)
    expect(await denialOf(executeData([redeem(world.legacyVault)]))).toBe(null)
  })
})

describe('what an operation alone proves', () => {
  const ok = () => executeData([register()])

  it.each<[string, () => Hex]>([
    ['call_not_supported', () => encode('executeWithoutChainIdValidation', [])],
    ['call_not_supported', () => encode('upgradeToAndCall', stranger, '0x')],
    ['call_not_supported', () => '0x'],
    ['call_not_canonical', () => concat([ok(), '0x00'])],
    [
      'call_not_canonical',
      () => executeData([{ ...register(), data: concat([register().data, `0x${'00'.repeat(32)}`]) }]),
    ],
    [
      'call_not_canonical',
      () => executeData([{ target: world.legacyVesting, data: concat([encode('release'), '0x00']) }]),
    ],
    // The bytes of the inner call lie one word further than they need to.
    ['call_not_canonical', () => `0x${ok().slice(2).replace('60'.padStart(64, '0'), '80'.padStart(64, '0'))}`],
    // An array that claims to be longer than memory.
    ['too_many_calls', () => `0x34fcd5be${'20'.padStart(64, '0')}${'f'.repeat(64)}`],
    ['too_many_calls', () => executeData(Array.from({ length: 33 }, register))],
    ['value_not_sponsored', () => executeData([{ ...register(), value: 1n }])],
    ['value_not_sponsored', () => executeData([register(), { ...register(), value: 1n }])],
    ['mode_not_allowed', () => executeData([{ target: self, data: executeData([register()]) }])],
    ['mode_not_allowed', () => executeData([{ target: self, data: encode('upgradeToAndCall', stranger, '0x') }])],
    ['mode_not_allowed', () => executeData([{ target: self, data: encode('addOwnerAddress', stranger) }])],
    ['mode_not_allowed', () => executeData([{ target: world.usdc, data: encode('transfer', stranger, 1n) }])],
    ['mode_not_allowed', () => executeData([{ ...register(), target: world.usdc }])],
    ['mode_not_allowed', () => executeData([{ target: world.identityRegistry, data: '0x' }])],
    // Two kinds at once.
    ['mode_not_allowed', () => executeData([register(), redeem(world.legacyVault)])],
    [
      'mode_not_allowed',
      () => executeData([register(), { target: world.reputationRegistry, data: encode('revokeFeedback', 0n, 1n) }]),
    ],
  ])('%s: %s', async (code, callData) => {
    expect(await denialOf(callData())).toBe(code)
  })

  it.each([
    ['gas_too_high', { callGasLimit: '0x4c4b40' }],
    // Three times this, and the other limits, are one more than five million.
    ['gas_too_high', { verificationGasLimit: '0x181be0', preVerificationGas: '0xea61' }],
    ['gas_too_high', { preVerificationGas: `0x${'f'.repeat(32)}` }],
    ['fee_too_high', { maxFeePerGas: '0x12a05f201' }],
    ['fee_too_high', { maxPriorityFeePerGas: '0x3b9aca01' }],
  ])('%s: %o', async (code, changes) => {
    expect(await denialOf(ok(), changes)).toBe(code)
  })

  it('sponsors as much gas as the policy says', async () => {
    expect(await denialOf(ok(), { verificationGasLimit: '0x181be0', preVerificationGas: '0xea60' })).toBe(null)
  })

  it('sponsors 32 calls at once, and none for an EntryPoint that it does not know', async () => {
    expect(await denialOf(executeData(Array.from({ length: 32 }, register)))).toBe(null)
    expect(await denialOfOperation(operation06(self, ok()), zeroAddress)).toBe('entry_point_not_allowed')
    const authorized = { ...operation06(self, ok()), eip7702Auth: { address: stranger } }
    expect(await denialOfOperation(authorized, world.entryPoint08)).toBe('eip7702_not_supported')
    const delegated = { ...operation06(self, ok()), factory: '0x7702', factoryData: '0x' }
    expect(await denialOfOperation(delegated, world.entryPoint08)).toBe('eip7702_not_supported')
  })
})

describe('who sends it', () => {
  const ok = () => executeData([register()])

  it('must be a wallet of the signed-in caller', async () => {
    expect(await denialOf(ok(), {}, await net.session('voter'))).toBe('sender_not_owned')
    const code = initCode(world.smartWalletFactory, [accountOf(net, 'voter')], 0n)
    const { address: sender } = await coinbaseAccount(net, 'voter', 0n)
    expect(await denialOf(ok(), { sender, initCode: code })).toBe('sender_not_owned')
    expect(await denialOf(ok(), { sender, initCode: code }, await net.session('voter'))).toBe(null)
    expect(await denialOf(ok(), { sender })).toBe('sender_not_deployed')
    expect(await denialOf(ok(), { sender: stranger, initCode: code }, await net.session('voter'))).toBe(
      'sender_address_mismatch',
    )
  })

  it('may be signed in itself, by its own signature (ERC-1271)', async () => {
    const { token } = await signIn(net.api, await coinbaseAccount(net, 'owner'))
    expect(await denialOf(ok(), {}, bearer(token))).toBe(null)
  })

  it('must be made by a known factory, and only once', async () => {
    const own = initCode(world.smartWalletFactory, [accountOf(net, 'owner')], 0n)
    expect(await denialOf(ok(), { initCode: own })).toBe('sender_already_deployed')
    const forged = await deployAnswers(net, { implementation: self, entryPoint: ENTRY_POINT })
    const other = initCode(forged, [accountOf(net, 'owner')], 1n)
    expect(await denialOf(ok(), { sender: stranger, initCode: other })).toBe('factory_not_allowed')
    expect(await denialOf(ok(), { initCode: concat([world.smartWalletFactory, '0x12345678']) })).toBe(
      'factory_not_allowed',
    )
    expect(await denialOf(ok(), { initCode: concat([own, '0x00']) })).toBe('call_not_canonical')
    expect(requestsWith(net.proxy, forged)).toBeLessThanOrEqual(1)
  })

  it('must run a known implementation: what a contract says of itself is no proof', async () => {
    const liar = await deployAnswers(net, { entryPoint: ENTRY_POINT, implementation: world.smartWallet })
    expect(await denialOf(ok(), { sender: liar })).toBe('sender_implementation_not_allowed')
    expect(await denialOf(ok(), { sender: world.wallet })).toBe('sender_implementation_not_allowed')
    const later = { ...operation06(self, ok()) }
    expect(await denialOfOperation(later, world.entryPoint07)).toBe('sender_entry_point_mismatch')
    const other = await net.chain.deploy('SmartWallet', [ENTRY_POINT], 'admin')
    const wallet = net.chain.at('SmartWallet', self)
    const [before] = [await net.chain.read(wallet, 'implementation')]
    await net.chain.send('owner', wallet, 'upgradeToAndCall', [other.address, '0x'])
    expect(await denialOf(ok())).toBe('sender_implementation_not_allowed')
    await net.chain.send('owner', wallet, 'upgradeToAndCall', [before, '0x'])
    expect(await denialOf(ok())).toBe(null)
  })

  it('must be on the list of creators where the policy demands it', async () => {
    const policy = JSON.stringify({ modes: ['agent_registry'] })
    await net.withVariables({ PAYMASTER_POLICY: policy }, async () => {
      expect(await denialOf(ok())).toBe('sender_not_allowlisted')
      expect(await denialOf(executeData([redeem(world.legacyVault)]))).toBe('mode_not_allowed')
      const d1 = await net.database()
      await d1
        .prepare(
          `insert into creator_allowlist (address, smart_wallet_address, approved_by, approved_at) values (?, ?, ?, 1)`,
        )
        .bind(addressOf('admin').toLowerCase(), self.toLowerCase(), addressOf('admin').toLowerCase())
        .run()
      expect(await denialOf(ok())).toBe(null)
      await d1.prepare('update creator_allowlist set revoked_at = 2').run()
      expect(await denialOf(ok())).toBe('sender_not_allowlisted')
    })
  })
})

describe('withdrawals from vaults of earlier deployments', () => {
  const fake = (answers: Record<string, Address>) => deployAnswers(net, answers)
  const set = () => ({
    vault: world.legacyVault,
    creatorCoin: world.creatorCoin,
    owner: world.deploymentBatcher,
    shareOFT: world.legacyShareToken,
  })

  it.each<[DenialCode, () => InnerCall[] | Promise<InnerCall[]>]>([
    ['legacy_receiver_mismatch', () => [redeem(world.legacyVault, stranger)]],
    ['legacy_receiver_mismatch', () => [{ target: world.legacyVault, data: encode('queueWithdrawal', 1n, stranger) }]],
    ['legacy_owner_mismatch', () => [redeem(world.legacyVault, self, stranger)]],
    ['legacy_function_not_sponsored', () => [{ target: world.legacyVault, data: encode('shutdownVault') }]],
    [
      'legacy_function_not_sponsored',
      () => [{ target: world.legacyVault, data: encode('emergencyWithdrawFromStrategies') }],
    ],
    [
      'legacy_function_not_sponsored',
      () => [{ target: world.legacyVault, data: encode('emergencyWithdraw', 1n, self) }],
    ],
    [
      'legacy_emergency_withdraw_recipient_mismatch',
      () => [{ target: world.legacyVault, data: encode('emergencyWithdraw', 1n, stranger) }],
    ],
    ['legacy_target_not_allowed', () => [redeem(world.legacyVault), unwrap(world.legacyVault)]],
    ['legacy_vault_mismatch', () => [redeem(world.legacyVault), redeem(world.vault)]],
    ['legacy_vault_mismatch', () => [unwrap(world.legacyWrapper), unwrap(world.wrapper)]],
    ['legacy_vesting_not_deployed', () => [redeem(world.legacyVault), release(stranger)]],
    [
      'legacy_vesting_beneficiary_mismatch',
      async () => [release(await fake({ beneficiary: stranger, token: world.legacyShareToken }))],
    ],
    ['legacy_vesting_beneficiary_mismatch', async () => [release(await fake({ token: world.legacyShareToken }))]],
    [
      'legacy_shareoft_mismatch',
      async () => [redeem(world.legacyVault), release(await fake({ beneficiary: self, token: world.shareToken }))],
    ],
    [
      'legacy_shareoft_mismatch',
      async () => [release(world.legacyVesting), release(await fake({ beneficiary: self }))],
    ],
    ['legacy_vault_not_deployed', () => [redeem(stranger)]],
    ['legacy_vault_asset_not_found', async () => [redeem(await fake({ owner: self }))]],
    ['legacy_wrapper_not_deployed', () => [redeem(world.legacyVault), unwrap(stranger)]],
    [
      'legacy_wrapper_vault_mismatch',
      async () => [redeem(world.legacyVault), unwrap(await fake({ ...set(), vault: world.vault }))],
    ],
    ['legacy_wrapper_vault_mismatch', async () => [unwrap(await fake({ shareOFT: world.legacyShareToken }))]],
    [
      'legacy_wrapper_creator_token_mismatch',
      async () => [redeem(world.legacyVault), unwrap(await fake({ ...set(), creatorCoin: world.usdc }))],
    ],
    [
      'legacy_wrapper_owner_mismatch',
      async () => [redeem(world.legacyVault), unwrap(await fake({ ...set(), owner: stranger }))],
    ],
    [
      'legacy_wrapper_owner_mismatch',
      async () => [redeem(world.legacyVault), unwrap(await fake({ ...set(), owner: zeroAddress }))],
    ],
    [
      'legacy_wrapper_shareoft_not_found',
      async () => [redeem(world.legacyVault), unwrap(await fake({ ...set(), shareOFT: zeroAddress }))],
    ],
    [
      'legacy_wrapper_shareoft_mismatch',
      async () => [redeem(world.legacyVault), unwrap(await fake({ ...set(), shareOFT: world.shareToken }))],
    ],
    ['legacy_shareoft_not_deployed', async () => [unwrap(await fake({ ...set(), shareOFT: stranger }))]],
    [
      'legacy_shareoft_vault_mismatch',
      async () => [
        unwrap(await fake({ ...set(), shareOFT: await fake({ vault: world.vault, owner: world.deploymentBatcher }) })),
      ],
    ],
    [
      'legacy_shareoft_owner_mismatch',
      async () => [
        unwrap(await fake({ ...set(), shareOFT: await fake({ vault: world.legacyVault, owner: stranger }) })),
      ],
    ],
    // All of it fits, and none of it was deployed by the batcher.
    [
      'legacy_vault_provenance_mismatch',
      async () => [
        unwrap(
          await fake({ ...set(), shareOFT: await fake({ vault: world.legacyVault, owner: world.deploymentBatcher }) }),
        ),
      ],
    ],
    ['legacy_vault_provenance_mismatch', () => [redeem(world.vault)]],
  ])('%s', async (code, calls) => {
    expect(await denialOf(executeData(await calls()))).toBe(code)
  })

  it('sponsors each function of the set alone, in one upstream request', async () => {
    const { legacyVault, legacyWrapper, legacyVesting } = world
    for (const call of [
      unwrap(legacyWrapper),
      release(legacyVesting),
      { target: legacyVault, data: encode('queueWithdrawal', 1n, self) },
      { target: legacyVault, data: encode('claimQueuedWithdrawal') },
    ])
      expect(await denialOf(executeData([call]))).toBe(null)
    net.proxy.reset()
    expect(await denialOf(executeData([redeem(legacyVault), unwrap(legacyWrapper), release(legacyVesting)]))).toBe(null)
    expect(requestsWith(net.proxy, self)).toBe(1)
  })

  it('sponsors emergency exits to the sender where the policy says so', async () => {
    const policy = JSON.stringify({ requireAllowlist: false, emergencyExits: true })
    await net.withVariables({ PAYMASTER_POLICY: policy }, async () => {
      const exit = (to: Address) =>
        executeData([{ target: world.legacyVault, data: encode('emergencyWithdraw', 1n, to) }])
      expect(await denialOf(exit(self))).toBe(null)
      expect(await denialOf(exit(stranger))).toBe('legacy_emergency_withdraw_recipient_mismatch')
    })
  })

  it('knows a deployment that the index has not seen yet, and none that it cannot ask about', async () => {
    const { chain } = net
    const code = {
      vault: chain.codeOf('CreatorVault'),
      shareToken: chain.codeOf('ShareToken'),
      wrapper: chain.codeOf('Wrapper'),
    }
    const batcher = chain.at('DeploymentBatcher', world.deploymentBatcher)
    const deploy = async (owner: Address) => {
      const plan = { creatorToken: world.creatorCoin2, owner, name: 'LATE', symbol: 'LATE' }
      const args = [plan, code] as const
      const data = encodeFunctionData({ abi: batcher.abi, functionName: 'deployPhase1', args: [...args] })
      const { data: result } = await net.client.call({ account: owner, to: batcher.address, data, gas: 15_000_000n })
      if (owner === self)
        await chain.send('owner', chain.at('SmartWallet', self), 'execute', [batcher.address, 0n, data])
      else await chain.send('voter', batcher, 'deployPhase1', args)
      return getAddress(`0x${result?.slice(26)}`)
    }
    const vault = await deploy(self)
    const foreign = await deploy(addressOf('voter'))
    net.proxy.mode = { refuse: ({ method }) => method === 'eth_getLogs' }
    expect(await denialOf(executeData([redeem(vault)]))).toBe('legacy_state_unavailable')
    expect(await denialOf(executeData([redeem(world.legacyVault)]))).toBe(null)
    net.proxy.reset()
    expect(await denialOf(executeData([redeem(vault)]))).toBe(null)
    expect(await denialOf(executeData([redeem(foreign)]))).toBe('legacy_vault_provenance_mismatch')
    await index(net)
    expect(await denialOf(executeData([redeem(vault)]))).toBe(null)
    expect(await denialOf(executeData([redeem(foreign)]))).toBe('legacy_vault_provenance_mismatch')
  })

  it('denies while the node is dead, or has another chain than the index', async () => {
    const withdrawal = executeData([redeem(world.legacyVault)])
    net.proxy.mode = 'drop'
    expect(await denialOf(withdrawal)).toBe('legacy_state_unavailable')
    expect(await denialOf(executeData([register()]))).toMatch(/^-32000 upstream_failed/)
    net.proxy.reset()
    await expect.poll(() => denialOf(executeData([register()]))).toBe(null)
    const snapshot = await ask(net.rpcUrl, 'evm_snapshot')
    await net.chain.mine(1, 1)
    // On a busy machine a run of the job may not come as far as the newest block.
    await expect
      .poll(async () => {
        await index(net)
        const db = await net.database()
        return db.prepare("select max(next_block) - 1 n from index_streams where stream = 'deployments'").first('n')
      })
      .toBe(Number(await ask(net.rpcUrl, 'eth_blockNumber')))
    expect(await denialOf(withdrawal)).toBe(null)
    const { timestamp } = await net.client.getBlock()
    await goBack(net.rpcUrl, snapshot)
    // An empty block at the same second would be the same block.
    await net.chain.setTime(Number(timestamp) + 10)
    await net.chain.mine(2, 2)
    expect(await denialOf(withdrawal)).toBe('legacy_state_unavailable')
    await index(net)
    expect(await denialOf(withdrawal)).toBe(null)
  })
})
