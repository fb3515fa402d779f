import { FlowFailure } from './flow/FlowError.ts'
import { createRestIdentityClient } from './identity/createRestIdentityClient.ts'
import type { IdentityClient } from './identity/IdentityClient.ts'
import { loadVendorClient } from './identity/loadVendorClient.ts'

/** Settings of the deployment in the document (functions/chatapp/pageDocuments.ts). */
interface PageConfig {
  /** Path of the API on the page's own origin. */
  readonly api: string
  readonly appUrl: string
  readonly idpAppId: string
  /** URL of the identity provider, for the client `rest`. */
  readonly idpUrl: string
  readonly client: 'rest' | 'vendor' | 'none'
}

export const readConfig = ({ dataset }: HTMLElement): PageConfig => ({
  api: dataset['api'] ?? '/api',
  appUrl: dataset['appUrl'] ?? '',
  idpAppId: dataset['idpAppId'] ?? '',
  idpUrl: dataset['idpUrl'] ?? '',
  client: dataset['client'] === 'rest' || dataset['client'] === 'vendor' ? dataset['client'] : 'none',
})

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
