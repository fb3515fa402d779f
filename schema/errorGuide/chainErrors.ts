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
  not_a_share_token: {
    cause: 'The contract that the body names could not be verified as the share token of a vault on this chain.',
    fix: 'The text says what was read; send the address of a share token whose vault and registry name it.',
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
  dex_route_not_taken: {
    cause:
      'The trading API has no quote for the trade, or one that is split, goes through more than two pools or those of another protocol, or is an order.',
    fix: 'Leave out `source`: the routes of the chain are then compared.',
  },
  dex_provider_unavailable: {
    cause:
      'The trading API did not answer in time, or what it answered does not match the trade or the pools of the chain.',
    fix: 'Try again, or leave out `source`: the routes of the chain are then compared.',
  },
  dex_not_configured: {
    cause: 'This deployment has no trading API to ask for routes.',
    fix: 'Leave out `source`, or have the operator set `DEX_API_URL` and `DEX_API_KEY`.',
  },
} satisfies ErrorGuide
