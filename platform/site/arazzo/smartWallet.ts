import type { WorkflowDraft } from './drafts.ts'

/** A smart wallet joins the account of its owner. */
export const smartWallet: readonly WorkflowDraft[] = [
  {
    workflowId: 'link-smart-wallet',
    summary: 'Link a smart wallet to the account',
    description:
      'Links a smart wallet that a wallet of the signed-in account owns, as its contract confirms. If the transaction that adds the owner is not mined yet, the workflow waits up to a minute.',
    steps: [
      {
        stepId: 'confirm',
        description: 'Let the API read the owner from the contract, every five seconds until it is confirmed.',
        operationId: 'confirmWalletOwner',
        token: '$inputs.token',
        body: { smartWallet: '$inputs.smartWallet', ownerAddress: '$inputs.ownerAddress' },
        expects: { '/data/status': 'owner_confirmed', '/data/linked': true },
        repeat: {
          pointer: '/data/status',
          values: ['pending_tx', 'owner_not_found_yet'],
          afterSeconds: 5,
          limit: 12,
        },
        outputs: { status: '/data/status' },
      },
      {
        stepId: 'account',
        description: 'Read the wallets of the account.',
        operationId: 'getAuthMe',
        token: '$inputs.token',
        outputs: { wallets: '/data/account/wallets', canonicalWallet: '/data/account/canonicalWallet' },
      },
    ],
  },
]
