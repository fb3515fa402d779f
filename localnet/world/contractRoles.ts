/** The compiled contract behind each role of the local world. */
export const contractNames = {
  registry: 'Registry',
  creatorCoin: 'CreatorCoin',
  vault: 'CreatorVault',
  wrapper: 'Wrapper',
  shareToken: 'ShareToken',
  gaugeController: 'GaugeController',
  oracle: 'Oracle',
  veToken: 'VoteEscrow',
  lendpool: 'LendingPool',
  lendpoolAuth: 'VaultAuth',
  lendpoolStrategy: 'LendpoolStrategy',
  innerVault: 'InnerVault',
  lpStrategy: 'LpStrategy',
  lpVault: 'LpVault',
  dexFactory: 'UniswapV3Factory',
  swapRouter: 'SwapRouter',
  v3Pool: 'UniswapV3Pool',
  sharePool: 'UniswapV3Pool',
  identityRegistry: 'IdentityRegistry',
  wallet: 'ContractWallet',
  walletFactory: 'WalletFactory',
  usdc: 'Usdc',
  creatorCoin2: 'CreatorCoin',
  vault2: 'CreatorVault',
  wrapper2: 'Wrapper',
  shareToken2: 'ShareToken',
  gaugeController2: 'GaugeController',
  oracle2: 'Oracle',
} as const

/** A role whose contract was compiled here. */
export type CompiledRole = keyof typeof contractNames

/** A contract of the local world. Multicall3 comes as bytecode, without a compiled contract. */
export type ContractRole = CompiledRole | 'multicall3'
