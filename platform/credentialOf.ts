import type { Operation } from '../schema/operation.ts'

/** The credential of an operation, as its row in a table names it; empty if it needs none. */
export function credentialOf({ 'x-auth': auth, 'x-auth-when': when, 'x-auth-optional': optional }: Operation): string {
  if (optional) return `${optional}, if any`
  if (auth !== undefined || !when) return auth ?? ''
  return when.is === 'absent'
    ? `${when.auth}, without ${when.query}`
    : `${when.auth}, with ${when.query}=${when.is ?? true}`
}
