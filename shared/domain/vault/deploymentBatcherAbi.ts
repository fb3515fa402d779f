import { parseAbi } from 'viem'

/** What the deployment batcher reports of the first phase of each deployment, after which it owns wrapper and share token. */
export const deploymentBatcherAbi = parseAbi([
  'event Phase1Deployed(address indexed creatorToken, address indexed owner, address oftBootstrapRegistry, address vault, address wrapper, address shareOFT)',
])
