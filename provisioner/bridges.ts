import { address, type Address as SvmAddress } from '@solana/kit'
import type { Address } from 'viem'
import type { DeployEnv } from '../schema/provisioner.ts'

/** A deployment of the bridge: its EVM contract, the chain of that contract, and its SVM program. */
export interface Bridge {
  readonly chainId: number
  readonly bridge: Address
  readonly program: SvmAddress
}

/** The public deployments. Source: the bridge's own constants, base/bridge, scripts/src/internal. */
export const BRIDGES: Readonly<Record<DeployEnv, Bridge>> = {
  mainnet: {
    chainId: 8453,
    bridge: '0x3eff766C76a1be2Ce1aCF2B69c78bCae257D5188',
    program: address('HNCne2FkVaNghhjKXapxJzPaBvAKDG1Ge3gqhZyfVWLM'),
  },
  'testnet-prod': {
    chainId: 84532,
    bridge: '0x01824a90d32A69022DdAEcC6C5C14Ed08dB4EB9B',
    program: address('7c6mteAcTXaQ1MFBCrnuzoZVTTAEfZwa6wgy4bqX3KXC'),
  },
  'testnet-alpha': {
    chainId: 84532,
    bridge: '0x64567a9147fa89B1edc987e36Eb6f4b6db71656b',
    program: address('6YpL1h2a9u6LuNVi55vAes36xNszt2UDm3Zk1kj4WSBm'),
  },
}

/** Wrapped SOL. */
export const WRAPPED_SOL = address('So11111111111111111111111111111111111111112')
