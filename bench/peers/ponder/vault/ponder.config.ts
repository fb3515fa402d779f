import { createConfig } from 'ponder'
import { vaultAbi } from './vaultAbi.ts'

export default createConfig({
  database: { kind: 'pglite', directory: process.env.PEER_DATABASE },
  chains: { local: { id: 31337, rpc: process.env.PEER_NODE, pollingInterval: 200 } },
  contracts: { Vault: { chain: 'local', abi: vaultAbi, address: process.env.PEER_CONTRACT, startBlock: 0 } },
})
