import type { StorageEnv } from '../env/storageEnv.ts'
import type { ArtifactProvider } from './ArtifactProvider.ts'
import { createImmutableProvider } from './createImmutableProvider.ts'
import { createR2Provider } from './createR2Provider.ts'

export interface Providers {
  /** Stores new documents. */
  readonly current: ArtifactProvider
  readonly r2: ArtifactProvider
  readonly immutable: ArtifactProvider
}

/** The providers of a deployment; `baseUrl` ends in /api. */
export function createProviders(env: StorageEnv, baseUrl: string): Providers {
  const r2 = createR2Provider({ bucket: env.ARTIFACTS, baseUrl })
  const immutable = createImmutableProvider({ apiUrl: env.STORAGE_API_URL, chainId: env.STORAGE_CHAIN_ID })
  return { current: env.STORAGE_PROVIDER === 'r2' ? r2 : immutable, r2, immutable }
}
