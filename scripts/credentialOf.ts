import type { Operation } from '../schema/operation.ts'

/** The credential of an operation, as its row in a table names it; empty if it needs none. */
export function credentialOf({ 'x-auth': auth, 'x-auth-when': when, 'x-auth-optional': optional }: Operation): string {
  if (optional) return `${optional}, if any`
  return auth ?? (when ? `${when.auth}, with ${when.query}=${when.is ?? true}` : '')
}
