import { parseAbi } from 'viem'

/** Gauge voting: each week voters assign their power to vaults, which share a fixed lottery-odds budget accordingly. */
export const gaugeVotingAbi = parseAbi([
  'function currentEpoch() view returns (uint256)',
  // A Thursday 00:00 UTC; before it, currentEpoch() is also 0.
  'function genesisEpochStart() view returns (uint256)',
  'function EPOCH_DURATION() view returns (uint256)',
  'function VOTE_FREEZE_WINDOW() view returns (uint256)',
  'function epochStartTime(uint256 epoch) view returns (uint256)',
  'function epochEndTime(uint256 epoch) view returns (uint256)',
  'function timeUntilNextEpoch() view returns (uint256)',
  'function getTotalGaugeProbabilityPPM() pure returns (uint256)',
  'function getTotalGaugeProbabilityBps() pure returns (uint256)',
  'function MAX_PER_VAULT_PPM() view returns (uint256)',
  'function ve4626() view returns (address)',
  'function utility() view returns (address)',
  // Generations of the contract: the newer one also asks its registry of surfaces.
  'function getEligibleVaults() view returns (address[])',
  'function getWhitelistedVaults() view returns (address[])',
  'function canReceiveVotes(address vault) view returns (bool)',
  'function getTotalWeight() view returns (uint256)',
  'function getVaultWeight(address vault) view returns (uint256)',
  'function getVaultProbabilityBoostPPM(address vault) view returns (uint256 boostPPM)',
  // The votes that were cast, whether or not the owner has reset the epoch since.
  'function getUserVotes(address user) view returns (address[] vaults, uint256[] weights)',
  'function hasVotedThisEpoch(address user) view returns (bool)',
  'function vote(address[] vaults, uint256[] weights)',
  'function resetVotes()',
  'event Voted(address indexed user, address indexed vault, uint256 weight, uint256 epoch)',
  'event VotesReset(address indexed user, uint256 epoch)',
  'event EpochCheckpointed(uint256 indexed epoch, uint256 totalWeight)',
  'error ArrayLengthMismatch()',
  'error TooManyVaults()',
  'error VotingNotStarted()',
  'error VoteFreezeWindow()',
  'error LockTooRecent()',
  'error UtilityNotConfigured()',
  'error NoVotingPower()',
  'error LockExpiresBeforeEpochEnd()',
  'error ZeroWeight()',
  'error VaultNotWhitelisted(address vault)',
  'error NormalizedWeightZero()',
])
