import { isAddressEqual, type Address } from 'viem'
import type { ChainConfig } from '../../chain/config.ts'

/** Whether a vault has not launched: it is shown, but nothing may be deposited into it. */
export const isPrelaunch = ({ demoVaults }: Pick<ChainConfig, 'demoVaults'>, vault: Address): boolean =>
  demoVaults.some((demo) => isAddressEqual(demo, vault))
