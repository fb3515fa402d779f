import { FAMILIES } from '../../schema/families.ts'
import type { ProviderName } from '../../schema/providers.ts'
import { boundFamily } from './boundFamily.ts'

const TIMEOUT_MS = 2000

/** Health that a family reports; undefined without a usable answer. */
export interface FamilyHealth {
  readonly family: string
  readonly health: { readonly data?: { readonly providers?: Partial<Record<ProviderName, boolean>> } } | undefined
}

/** Reads the health of each bound family over its binding. */
export function readFamilyHealth(env: Readonly<Record<string, unknown>>, query = ''): Promise<FamilyHealth[]> {
  const answers = Object.entries(FAMILIES).flatMap(([family, [prefix]]) => {
    const service = boundFamily(env, family.toUpperCase())
    return service ? [healthOf(family, service, `https://gateway/api${prefix}/health${query}`)] : []
  })
  return Promise.all(answers)
}

async function healthOf(family: string, service: Fetcher, url: string): Promise<FamilyHealth> {
  try {
    const response = await service.fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const health: FamilyHealth['health'] = JSON.parse((await response.text()) || '{}')
    return { family, health: response.ok ? health : undefined }
  } catch {
    return { family, health: undefined }
  }
}
