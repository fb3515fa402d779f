import type { ErrorGuide } from './ErrorGuide.ts'

/** An address in a path that is not what the operation reads. */
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
} satisfies ErrorGuide
