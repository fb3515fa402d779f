import type { IdentityClient } from '../IdentityClient.ts'

/**
 * What `/chatapp/assets/identity-client.js` exports: the identity provider's own browser client behind the interface of the
 * page. The page imports it only if its configuration says `client: 'vendor'`.
 */
export interface VendorModule {
  createIdentityClient(options: { readonly appId: string }): IdentityClient | Promise<IdentityClient>
}
