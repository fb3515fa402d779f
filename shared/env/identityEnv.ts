import type * as z from 'zod'
import { lenient, optional, secret, withDefault } from './declare.ts'
import { format, matching, safeUrl, text } from './formats.ts'

/** Settings of the identity provider. A mistake closes the routes that need it, and no others. */
export const identityVariables = {
  IDP_APP_ID: lenient(matching('1 to 128 of the characters A-Z a-z 0-9 _ -', /^[A-Za-z0-9_-]{1,128}$/), {
    provider: 'identityProvider',
    meaning: 'id of the application at the identity provider; the audience of access tokens',
  }),
  IDP_APP_SECRET: secret('secret of the application at the identity provider', { provider: 'identityProvider' }),
  IDP_VERIFICATION_KEY: lenient(
    format('a P-256 public key as PEM (SPKI), in one line with `\\n` or in several lines', (given) => {
      const pem = given.replaceAll('\\n', '\n').trim()
      return /^-----BEGIN PUBLIC KEY-----\n[A-Za-z0-9+/=\n]{64,256}\n-----END PUBLIC KEY-----$/.test(pem)
        ? pem
        : undefined
    }),
    {
      provider: 'identityProvider',
      isOneOf: true,
      meaning: 'public key that verifies access tokens, without a request for it',
      without: '`IDP_JWKS_URL` is used',
    },
  ),
  IDP_JWKS_URL: lenient(safeUrl, {
    provider: 'identityProvider',
    isOneOf: true,
    meaning: 'URL of the keys that verify access tokens (JWKS), used without `IDP_VERIFICATION_KEY`',
    without: 'access tokens cannot be verified without `IDP_VERIFICATION_KEY`',
  }),
  IDP_ISSUER: withDefault(text, 'privy.io', { meaning: 'issuer of access tokens' }),
  IDP_API_URL: withDefault(safeUrl, 'https://api.privy.io', { meaning: 'users API of the identity provider' }),
  IDP_CLIENT_URL: optional(safeUrl, {
    meaning: 'URL of the identity provider for the page of the Mini App, which calls it from a browser',
    without: 'the page needs the vendor’s client ([chatapp.md](chatapp.md))',
  }),
}

export type IdentityEnv = z.output<z.ZodObject<typeof identityVariables>>
