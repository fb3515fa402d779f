import { type Address, getAddress, pad, parseEther } from 'viem'
import { entryPoint06Address, entryPoint07Address, entryPoint08Address } from 'viem/account-abstraction'
import { SMART_WALLET_FACTORIES } from '../../shared/chain/networks/smartWallets.ts'
import { sponsorAddress } from '../paymaster/signSponsorship.ts'
import { type AccountRole, addressOf } from './accounts.ts'
import type { Chain, Contract } from './openChain.ts'

/** An EntryPoint with a wallet factory and a paymaster of its version. */
export type Accounts = { entryPoint: Contract; factory: Contract; paymaster: Contract }

/** Each EntryPoint is the published code at its canonical address, to which this salt leads. */
const VERSIONS = {
  '06': {
    entryPoint: entryPoint06Address,
    salt: '0x0000000000000000000000000000000000000000000000000000000000000000',
    paymaster: 'VerifyingPaymaster06',
    // That of coinbase/smart-wallet 1.1, which clients of that wallet have built in.
    factory: SMART_WALLET_FACTORIES[0],
  },
  '07': {
    entryPoint: entryPoint07Address,
    salt: '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3',
    paymaster: 'VerifyingPaymaster07',
    factory: getAddress('0xfac7000000000000000000000000000000000007'),
  },
  '08': {
    entryPoint: entryPoint08Address,
    salt: '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9',
    paymaster: 'SponsoringPaymaster',
    factory: getAddress('0xfac8000000000000000000000000000000000008'),
  },
} as const
export type EntryPointVersion = keyof typeof VERSIONS

/** Factories of wallets of the local chain whose addresses no real chain has. */
export const LOCAL_FACTORIES = [VERSIONS['07'].factory, VERSIONS['08'].factory]

/**
 * An EntryPoint by the deterministic deployer, the wallet factory of its version, and a paymaster with deposit and stake that
 * pays for what the local service has signed.
 */
export async function deployAccounts(chain: Chain, version: EntryPointVersion): Promise<Accounts> {
  const { entryPoint: address, salt, paymaster: name, factory: canonical } = VERSIONS[version]
  const entryPoint = await chain.deployAt(`EntryPoint${version}`, { salt, address })
  const implementation = await chain.deploy('SmartWallet', [address], 'admin')
  const { address: built } = await chain.deploy('SmartWalletFactory', [implementation.address], 'admin')
  await chain.setCode(canonical, await chain.codeAt(built))
  const paymaster = await chain.deploy(name, [address, sponsorAddress], 'admin')
  await chain.send('admin', entryPoint, 'depositTo', [paymaster.address], parseEther('100'))
  await chain.send('admin', paymaster, 'addStake', [86_400], parseEther('1'))
  return { entryPoint, factory: chain.at('SmartWalletFactory', canonical), paymaster }
}

/** The wallet of an account, created. */
export async function createSmartWallet(chain: Chain, factory: Contract, role: AccountRole): Promise<Contract> {
  const args = [[pad(addressOf(role))], 0n] as const
  await chain.send('admin', factory, 'createAccount', args)
  const address: Address = getAddress(String(await chain.read(factory, 'getAddress', args)))
  return chain.at('SmartWallet', address)
}
