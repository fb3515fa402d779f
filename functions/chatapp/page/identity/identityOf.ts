import { FlowFailure } from '../flow/FlowError.ts'
import type { PageConfig } from '../readConfig.ts'
import { createRestIdentityClient } from './createRestIdentityClient.ts'
import type { IdentityClient } from './IdentityClient.ts'
import { loadVendorClient } from './loadVendorClient.ts'

/** The client that the deployment configures, created once. Throws identity_client_missing if it was not built. */
export function identityOf({ client, idpUrl, idpAppId }: PageConfig): () => Promise<IdentityClient> {
  let made: Promise<IdentityClient> | undefined
  return () => {
    made ??= make()
    // A failed load may succeed later.
    made.catch(() => (made = undefined))
    return made
  }
  async function make(): Promise<IdentityClient> {
    if (client === 'rest') return createRestIdentityClient({ url: idpUrl, appId: idpAppId })
    if (client === 'vendor') return loadVendorClient(idpAppId)
    throw new FlowFailure({ code: 'identity_provider_not_configured' })
  }
}
