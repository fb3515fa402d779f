import type { IdentityReport } from '../../../../schema/agents/identityReport.ts'
import type { RegistrationFile } from '../../../../schema/agents/registration.ts'
import { isImmutable } from '../../../../shared/domain/agents/uriPolicy.ts'
import type { OutsideResult } from '../../../../shared/outside/ReadOutside.ts'
import { parseRegistration } from './parseRegistration.ts'

const sourceOf = (uri: string | null): IdentityReport['onchainRegistration']['source'] => {
  if (uri === null || uri === '') return 'none'
  const scheme = uri.slice(0, uri.indexOf(':')).toLowerCase()
  return scheme === 'data' || scheme === 'ipfs' || scheme === 'ar' || scheme === 'https' ? scheme : 'other'
}

/** The registration file that a URI leads to, and the file itself if it is one. */
export type ReadRegistration = IdentityReport['onchainRegistration'] & { readonly file: RegistrationFile | null }

/** Reads an agent’s registration file. */
export async function readRegistration(
  uri: string | null,
  read: (uri: string) => Promise<OutsideResult>,
): Promise<ReadRegistration> {
  const nothing = {
    fetched: false,
    valid: false,
    name: null,
    serviceCount: null,
    active: null,
    x402Support: null,
    file: null,
  }
  const head = { source: sourceOf(uri), rawUrl: uri }
  if (uri === null || uri === '')
    return { ...head, ...nothing, finalUrl: null, payload: null, error: 'the agent has no URI on chain' }
  const document = await read(uri)
  if (!document.ok) return { ...head, ...nothing, finalUrl: document.finalUrl, payload: null, error: document.detail }
  const { file, error } = parseRegistration(document.bytes)
  const finalUrl = isImmutable(uri) ? uri : document.finalUrl
  if (!file) return { ...head, ...nothing, finalUrl, fetched: true, payload: null, error }
  return {
    ...head,
    finalUrl,
    fetched: true,
    valid: true,
    name: file.name,
    serviceCount: file.services.length,
    active: file.active ?? null,
    x402Support: file.x402Support ?? null,
    payload: file,
    file,
    error: null,
  }
}
