import { parseAbi } from 'viem'

/** Events of a creator vault: the two of ERC-4626, and those of its strategies and reports. */
export const vaultEventsAbi = parseAbi([
  'event Deposit(address indexed sender, address indexed owner, uint256 assets, uint256 shares)',
  'event Withdraw(address indexed sender, address indexed receiver, address indexed owner, uint256 assets, uint256 shares)',
  'event Reported(uint256 profit, uint256 loss, uint256 performanceFees, uint256 totalAssets)',
  'event StrategyAdded(address indexed strategy, uint256 weight)',
  'event StrategyRemoved(address indexed strategy)',
  'event DebtUpdated(address indexed strategy, uint256 currentDebt, uint256 newDebt)',
])
