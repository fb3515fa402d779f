import { openAuthority } from '../domain/authority/openAuthority.ts'
import type { AuthEnv } from '../env/authEnv.ts'
import { type AuthContext, authenticateWith } from './authenticateWith.ts'
import type { Authenticate } from './principal.ts'

/** The resolver that a family with accounts passes to `serve`: it resolves principals, and confirms them. */
export const authenticate = (context: AuthContext, env: AuthEnv & { readonly DB: D1Database }): Authenticate =>
  authenticateWith(context, env, openAuthority(context, env.DB).confirm)
