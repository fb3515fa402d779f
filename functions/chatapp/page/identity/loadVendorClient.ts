import { FlowFailure } from '../flow/FlowError.ts'
import type { IdentityClient, VendorModule } from './IdentityClient.ts'

/** Path of the vendor's client, if it was built (platform/buildIdentityClient.ts). */
export const VENDOR_PATH = '/chatapp/assets/identity-client.js'

const isVendorModule = (module: unknown): module is VendorModule =>
  typeof module === 'object' &&
  module !== null &&
  'createIdentityClient' in module &&
  typeof module.createIdentityClient === 'function'

/**
 * Loads the vendor's client, which is not part of this bundle. Throws identity_client_missing if it was not built, and
 * identity_provider_unavailable if it cannot reach its provider.
 */
export async function loadVendorClient(
  appId: string,
  load: (path: string) => Promise<unknown> = (path) => import(path),
): Promise<IdentityClient> {
  const module = await load(VENDOR_PATH).catch(() => null)
  if (!isVendorModule(module)) throw new FlowFailure({ code: 'identity_client_missing' })
  try {
    return await module.createIdentityClient({ appId })
  } catch {
    throw new FlowFailure({ code: 'identity_provider_unavailable' })
  }
}
