import { createConfig } from 'ponder'
import { parseAbi } from 'viem'

export default createConfig({
  database: { kind: 'pglite', directory: process.env.PEER_DATABASE },
  chains: { local: { id: 31337, rpc: process.env.PEER_NODE, pollingInterval: 200 } },
  contracts: {
    Vault: {
      chain: 'local',
      abi: parseAbi(['event Deposit(address indexed sender, address indexed owner, uint256 assets, uint256 shares)']),
      address: process.env.PEER_CONTRACT,
      startBlock: 0,
    },
  },
})
