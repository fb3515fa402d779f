import type { ErrorSection } from './ErrorEntry.ts'

/** Addresses that are not what the operation reads, and swaps that the chain does not allow. */
export const chainErrors = {
  not_a_contract: {
    status: 404,
    title: 'Address without a contract',
    cause: 'The address has no contract, or its contract returns nothing.',
    fix: 'Correct the address. It must be a contract on the chain that this deployment serves.',
  },
  not_a_token: {
    status: 404,
    title: 'Contract that is not the expected token',
    cause: 'The contract is not a token, or not the share token of a vault where the operation needs one.',
    fix: 'Send the address of a token. For a share token, do not send the vault or the creator coin.',
  },
  not_a_share_token: {
    status: 400,
    title: 'Unconfirmed share token',
    cause: 'The contract in the body could not be verified as the share token of a vault on this chain.',
    fix: 'Send the address of a share token that both its vault and the registry name. The error says what was read.',
  },
  not_a_vault: {
    status: 404,
    title: 'Contract that is not a vault',
    cause: 'The contract does not answer the calls of a vault, or the registry does not list it.',
    fix: 'Send the address of the vault, not of its share token or creator coin. `listExploreVaults` lists vaults.',
  },
  not_an_auction: {
    status: 404,
    title: 'Contract that is not an auction',
    cause: 'The contract does not answer the calls of an auction.',
    fix: 'Send the address of the auction, or of the launch arm that holds it.',
  },
  not_a_strategy: {
    status: 404,
    title: 'Contract that is not an LP strategy',
    cause: 'The contract does not answer the calls of an LP strategy.',
    fix: 'Send the address of the LP strategy, not of the vault or the LP vault. `getVaultStrategies` lists those of a vault.',
  },
  not_a_creator_coin: {
    status: 404,
    title: 'Unregistered creator coin',
    cause: 'The registry does not list the coin.',
    fix: 'Send the address of a registered creator coin. `resolveName` finds one by its symbol or name.',
  },
  not_a_pool: {
    status: 404,
    title: 'Unknown pool',
    cause: 'The address is not a pool of the factory that this deployment serves.',
    fix: 'Send the address of a pool. `queryDex` with `GetPoolsByToken` lists the pools of a token.',
  },
  history_unavailable: {
    status: 503,
    fault: 'chain',
    text: 'the node gives no block times with its logs, so they cannot be summed by time; use queryDex with GetPoolSwaps instead',
    title: 'Unavailable history',
    cause: 'The logs of the configured node have no block times.',
    fix: 'Use `queryDex` with `GetPoolSwaps`. The operator can configure a node whose logs have block times.',
  },
  no_route: {
    status: 422,
    retry: 'later',
    fault: 'chain',
    cause:
      'No pool trades the two tokens, and no two pools connect them through the wrapped native currency, dollars or the creator coin.',
    fix: 'Check both addresses, or name in `path.through` a token that has a pool with each of them.',
  },
  insufficient_liquidity: {
    status: 422,
    retry: 'later',
    fault: 'chain',
    cause: 'The pools cannot take or give the whole amount, or the output would be zero.',
    fix: 'Ask for a smaller amount. If the output would be zero, ask for a larger one.',
  },
  dex_route_not_taken: {
    status: 422,
    retry: 'later',
    fault: 'upstream',
    text: 'source: the trading API returned no route through one or two Uniswap v3 pools; omit source to compare onchain routes',
    title: 'Unusable trading API route',
    cause:
      'The trading API has no quote for the trade, or a quote that is an order, is split, or uses more than two pools or another protocol.',
    fix: 'Omit `source`. The operation then compares the onchain routes.',
  },
  dex_provider_unavailable: {
    status: 502,
    retry: 5,
    text: 'the trading API returned no route that the chain confirms; try again, or omit source',
    title: 'Unavailable trading API',
    cause: 'The trading API did not answer in time, or its answer does not match the trade or the pools onchain.',
    fix: 'Repeat the request after `Retry-After` seconds, or without `source` to compare the onchain routes.',
  },
  dex_not_configured: {
    status: 503,
    text: 'source: no trading API is configured on this deployment; omit source',
    title: 'Unconfigured trading API',
    cause: 'This deployment has no trading API (`DEX_API_URL`, `DEX_API_KEY`) to request routes from.',
    fix: 'Omit `source`, or ask the operator to configure the trading API.',
  },
} satisfies ErrorSection
