import { isAddressEqual, type Address } from 'viem'
import type { ChainConfig } from '../../shared/chain/config.ts'

/** Whether a vault is a demonstration that nothing may be deposited to yet. */
export const isPrelaunch = (config: ChainConfig, vault: Address): boolean =>
  config.demoVaults.some((demo) => isAddressEqual(demo, vault))
