import type { ErrorCode } from './errors.ts'

/**
 * The answer of an operation without something that its deployment may lack: an error (503), possibly only in the case
 * that `when` describes, or these values at these paths of an otherwise normal answer.
 */
export type Without =
  | ErrorCode
  | { readonly error: ErrorCode; readonly when: string }
  | { readonly answers: Readonly<Record<string, unknown>> }

/** By the name of a role of the chain configuration, of a secret or of a text variable. */
export interface Needs {
  readonly [name: string]: Without
}

/** Roles without which an operation answers role_not_configured. */
export const roles = (...names: readonly string[]): Needs =>
  Object.fromEntries(names.map((name) => [name, 'role_not_configured' as const]))

/** Values that an operation answers without something, by their paths in an otherwise normal answer. */
export const stillAnswers = (values: Readonly<Record<string, unknown>>): Without => ({ answers: values })

/** Reads of the chain. */
export const reads: Needs = { RPC_URLS: 'rpc_not_configured' }

/** Builders: calldata comes without a node. */
export const builds: Needs = { RPC_URLS: stillAnswers({ 'simulation.status': 'unavailable' }) }

/** Builders whose calldata depends on a read. */
export const buildsByRead: Needs = { RPC_URLS: 'read_needed' }

/** Needs of reads of agents. */
export const feedbackNeeds: Needs = { ...reads, ...roles('identityRegistry', 'reputationRegistry') }

/** Access tokens of the identity provider. */
export const identityNeeds: Needs = {
  IDP_APP_ID: 'identity_provider_not_configured',
  IDP_APP_SECRET: 'identity_provider_not_configured',
  IDP_VERIFICATION_KEY: {
    error: 'identity_provider_not_configured',
    when: 'there is no `IDP_JWKS_URL` either',
  },
}

/** Whose a linked smart wallet is, its contract says. */
export const smartWallets: Without = { error: 'authority_unknown', when: 'the account has a smart wallet' }

/** Documents about the service's own agent. */
export const ownAgent: Needs = { AGENT: 'agent_not_configured', ...roles('identityRegistry') }

/** A report at this path says whether attestations can be read. */
export const attestation = (report: string): Needs => ({
  validationRegistry: stillAnswers({ [`${report}.teeAttestation.enabled`]: false }),
})

/** Changes of an administrator: the log keeps a keyed hash of the address that they come from. */
export const adminNeeds: Needs = { AUTH_NONCE_SECRET: 'session_not_configured' }
