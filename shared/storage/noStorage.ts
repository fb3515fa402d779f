import type { ArtifactStorage } from './ArtifactStorage.ts'

/** Where a deployment has no storage. */
export const noStorage: ArtifactStorage = {
  store: async () => ({ status: 'unavailable', error: 'no storage is configured on this deployment' }),
}
