/** Head of the OpenAPI document. */
export const DOCUMENT = {
  openapi: '3.0.3',
  info: {
    title: 'Creator Vault Agent API',
    version: '1.0.0',
    description:
      'Answers questions about creator vaults, each as of a stated block, and builds unsigned transactions. It never signs and never broadcasts.',
    license: { name: 'UNLICENSED', url: 'https://api.example.com/license' },
  },
  servers: [{ url: '/api', description: 'This host' }],
}

/** How a caller shows who it is. */
export const SECURITY_SCHEMES = {
  session: { type: 'apiKey', in: 'cookie', name: '__Host-session', description: 'Session of POST /auth/verify (EIP-4361)' },
  bearer: { type: 'http', scheme: 'bearer', description: 'The same session token as Authorization: Bearer' },
  siwaReceipt: { type: 'apiKey', in: 'header', name: 'X-SIWA-Receipt', description: 'Receipt of POST /auth/agent-verify' },
  erc8128: { type: 'apiKey', in: 'header', name: 'Signature', description: 'HTTP message signature by the receipt’s address (ERC-8128, RFC 9421), covering X-SIWA-Receipt' },
  cron: { type: 'http', scheme: 'bearer', description: 'Shared secret of the scheduler' },
} as const
