import type { WorkflowDraft } from './drafts.ts'

/** Sign-in with EIP-4361, around the signature of the wallet. */
export const signIn: readonly WorkflowDraft[] = [
  {
    workflowId: 'sign-in-challenge',
    summary: 'Get the fields of a sign-in message',
    description:
      'Returns the fields of an EIP-4361 message. Then write the message with these fields, unchanged, and the address of the wallet, sign it with the wallet (EIP-191), and run `sign-in`.',
    steps: [
      {
        stepId: 'challenge',
        description: 'Get a nonce and the other fields.',
        operationId: 'getAuthNonce',
        outputs: {
          domain: '/data/domain',
          uri: '/data/uri',
          chainId: '/data/chainId',
          nonce: '/data/nonce',
          issuedAt: '/data/issuedAt',
          challengeExpiresAt: '/data/expiresAt',
        },
      },
    ],
  },
  {
    workflowId: 'sign-in',
    summary: 'Exchange a signed message for a session',
    description:
      'Starts a session of the wallet that signed the message of `sign-in-challenge`. `token` is the input of the workflows that need a session; keep it secret.',
    inputs: { signature: { format: 'password' } },
    steps: [
      {
        stepId: 'verify',
        description: 'Send the message and its signature. A nonce is valid once.',
        operationId: 'verifyAuth',
        body: { message: '$inputs.message', signature: '$inputs.signature' },
        outputs: { token: '/data/token', address: '/data/address', expiresAt: '/data/expiresAt' },
      },
      {
        stepId: 'check',
        description: 'Check that the API accepts the token.',
        operationId: 'getAuthMe',
        token: '$steps.verify.outputs.token',
        expects: { '/data/kind': 'session' },
        outputs: { account: '/data/account' },
      },
    ],
  },
]
