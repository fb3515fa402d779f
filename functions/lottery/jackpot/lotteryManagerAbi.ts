import { parseAbi } from 'viem'

/** The lottery manager: entries, their results, and its settings. USD amounts have six decimals, chances are in PPM. */
export const lotteryManagerAbi = parseAbi([
  'function totalLotteryEntries() view returns (uint256)',
  'function totalRemoteLotteryEntries() view returns (uint256)',
  'function totalWinners() view returns (uint256)',
  // Share tokens of all lanes, added up.
  'function totalRewardsPaid() view returns (uint256)',
  'function lotteryConfig() view returns (uint256 minSwapAmount, uint256 rewardPercentage, bool isActive, uint256 baseWinChance, uint256 maxWinChance, uint256 usdMultiplierBps)',
  'function baseCeilingPPM() view returns (uint256)',
  'function calculateWinChance(uint256 swapAmountUSD) view returns (uint256 winChancePPM)',
  // jackpotBalance is in share tokens, whatever the name of the coin it is asked by.
  'function getTokenLotteryStats(address token) view returns (uint256 entries, uint256 winners, uint256 rewardsPaid, uint256 jackpotBalance)',
  'function singleVaultJackpotOnly() view returns (bool)',
  'function paused() view returns (bool)',
  'function oracleMaxStaleness() view returns (uint256)',
  'function useLocalVRF() view returns (bool)',
  'function deferredVrfQueueLength() view returns (uint256)',
  'function authorizedAmoeRelayer() view returns (address)',
  // Absent from the current contract: an earlier generation answers them.
  'function minVaultWeightBps() view returns (uint256)',
  'function amoeEnabled() view returns (bool)',
  'function amoeSigner() view returns (address)',
  'function amoeMaxEntriesPerBuyerPerEpoch() view returns (uint32)',
  'function amoeEpochDuration() view returns (uint256)',
  'function totalTradeEntries() view returns (uint256)',
  'function totalAmoeEntries() view returns (uint256)',
  'function processAmoeEntry(address buyer, address token, uint256 pointsBurnedAsUSD) returns (uint256 entryId)',
])
