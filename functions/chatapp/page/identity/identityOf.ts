import { FlowFailure } from '../flow/FlowError.ts'
import type { PageConfig } from '../readConfig.ts'
import { createRestIdentityClient } from './createRestIdentityClient.ts'
import type { IdentityClient } from './IdentityClient.ts'
import { loadVendorClient } from './loadVendorClient.ts'

/** The client that the deployment is configured for, made once. Throws identity_client_missing where there is none. */
export function identityOf({ client, idpUrl, idpAppId }: PageConfig): () => Promise<IdentityClient> {
  let made: Promise<IdentityClient> | undefined
  return () => {
    made ??= make()
    // One that could not be loaded may be loaded later.
    made.catch(() => (made = undefined))
    return made
  }
  async function make(): Promise<IdentityClient> {
    if (client === 'rest') return createRestIdentityClient({ url: idpUrl, appId: idpAppId })
    if (client === 'vendor') return loadVendorClient(idpAppId)
    throw new FlowFailure({ code: 'identity_provider_not_configured' })
  }
}
