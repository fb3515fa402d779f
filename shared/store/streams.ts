/** Names of the index's streams that lists are read from. */
export const LOTTERY_ENTRIES = 'lottery-entries'
export const LOTTERY_WINS = 'lottery-wins'
export const LOTTERY_RESULTS = 'lottery-results'
export const AMOE = 'amoe'
/** Bids of every auction, and beside them all that bids go through: the same events twice, each list one index seek. */
export const AUCTION_BIDS = 'auction-bids'
export const AUCTION_ACTIVITY = 'auction-activity'
