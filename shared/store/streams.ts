/** Names of the index's streams from which lists are read. */
export const LOTTERY_ENTRIES = 'lottery-entries'
export const LOTTERY_WINS = 'lottery-wins'
export const LOTTERY_RESULTS = 'lottery-results'
export const AMOE = 'amoe'
/** Registrations, files, metadata and owners of agents. */
export const IDENTITY = 'identity'
/** Feedback on agents, its revocation, and responses to it. */
export const REPUTATION = 'reputation'
/**
 * Bids of every auction, and separately every event in the life of a bid: the same events twice, so that each list is
 * one index seek.
 */
export const AUCTION_BIDS = 'auction-bids'
export const AUCTION_ACTIVITY = 'auction-activity'
/** Coins that the trend factory has deployed. */
export const TREND_COINS = 'trend-coins'
/** Transfers and metadata changes of every share token, and how long they are kept, in seconds. */
export const SHARES = 'shares'
export const SHARES_KEPT = 90 * 86_400
/** Vaults that the deployment batcher deployed, with whom for. */
export const DEPLOYMENTS = 'deployments'
