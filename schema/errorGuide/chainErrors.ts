import type { ErrorGuide } from './ErrorGuide.ts'

/** What only the chain shows: an address that is not what the operation reads, a trade that no pool makes. */
export const chainErrors = {
  not_a_contract: {
    cause: 'There is no contract at the address, or it returns nothing.',
    fix: 'Check the address and its chain.',
  },
  not_a_token: {
    cause: 'The contract is not the share token of a vault.',
    fix: 'Send the address of the share token, not of the vault or the creator coin.',
  },
  not_a_vault: {
    cause: 'The contract does not answer as a vault does.',
    fix: 'Send the address of the vault, not of its share token or creator coin.',
  },
  not_an_auction: {
    cause: 'The contract does not answer as an auction does.',
    fix: 'Send the address of the auction, or of the launch arm that holds it.',
  },
  not_a_strategy: {
    cause: 'The contract does not answer as a liquidity strategy does.',
    fix: 'Send the address of the strategy, not of the vault or the LP vault.',
  },
  not_a_creator_coin: {
    cause: 'The registry does not know the coin.',
    fix: 'Send the address of a registered creator coin.',
  },
  not_a_pool: {
    cause: 'The address is not a pool of the factory that is served.',
    fix: 'Send the address of a pool, as GetPoolsByToken of queryDex lists them.',
  },
  history_unavailable: {
    cause: 'The logs of the node that is configured have no block times.',
    fix: 'Ask for GetPoolSwaps; the operator can configure a node whose logs have blockTimestamp.',
  },
  no_route: {
    cause:
      'No pool trades the two tokens, and no two pools meet in the wrapped native currency, dollars or the creator coin.',
    fix: 'Check both addresses; or name a token in path.through that has a pool with each of them.',
  },
  insufficient_liquidity: {
    cause: 'There are pools, but none of them can take or give the whole amount, or nothing would come out.',
    fix: 'Ask for a smaller amount, or for a larger one if nothing would come out.',
  },
} satisfies ErrorGuide
