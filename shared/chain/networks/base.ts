import type { ChainConfig } from '../config.ts'
import { BASENAME_RESOLVER } from './ens.ts'

/**
 * Base mainnet. Roles that have no address are absent, and their routes answer 503: `veToken`, `gaugeVoting` and
 * `veUtility` are not deployed, an `amoeRouter` and a `validationRegistry` are not published. Also absent are contracts that differ by vault and
 * are named by the request or reached through another contract: `auction`, `auctionErc20`, `lendpool`, `lendpoolAuth`,
 * `lendpoolStrategy`, `lpStrategy`, `lpVault`.
 */
export const base: ChainConfig = {
  chainId: 8453,
  blockTimeMs: 2000,
  startBlock: 0,
  explorer: 'https://basescan.org',
  contracts: {
    registry: '0xF60a1490C4129f2b6ae540734D3C2C8C6111824e',
    creatorCoin: '0x5b674196812451B7cEC024FE9d22D2c0b172fa75',
    vault: '0x4626539E5C01cc32C29755146D31755e3adA848A',
    wrapper: '0x2d66Fe297CDAE8B4325bB58887bE125CED4A81b4',
    shareToken: '0x44710150A469DE368Abc82F05e6217086Be84626',
    gaugeController: '0xFf168cc0E26F288c02509afc1bED1Be4F85834C5',
    oracle: '0x3954fC7c961f17699497BB3D7b7e903722881ffa',
    launchArm: '0x44aCFe7E68031Bed3BE801fD242E884e72e0CFD4',
    lotteryManager: '0x0fC6f30adFD9e82097895Bb166536FdFD8EaC97b',
    keyToken: '0xAF0Bf8593dC6CA973DF2132731B0F9B5F974FA9F',
    lendpoolFactory: '0x214f62B5836D83f3D6c4f71F174209097B1A779C',
    lendpoolInfo: '0x97fa9b0909C238D170C1ab3B5c728A3a45BBEcBa',
    lpVaultFactory: '0x5B7B8b487D05F77977b7ABEec5F922925B9b2aFa',
    dexFactory: '0x33128a8fC17869897dcE68Ed026d694621f6FDfD',
    dexQuoter: '0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a',
    dexRouter: '0x2626664c2603336E57B271c5C0b26F421741e481',
    identityRegistry: '0x8004A169FB4a3325136EB29fA0ceB6D2e539a432',
    reputationRegistry: '0x8004BAa17C55a88189AE136b182e5fdA19dE9b63',
    usdc: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
    permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
    deploymentBatcher: '0x83A9b2481E3e6d3a8fA12F6eB072253AAc518032',
    trendFactory: '0x777777751622c0d3258f214F9DF38E35BF45baF3',
    basenameResolver: BASENAME_RESOLVER,
  },
  /** Creator vaults are pre-launch: none of them accepts money yet. */
  demoVaults: ['0x4626539E5C01cc32C29755146D31755e3adA848A'],
}
