import type { AccountHandler } from '../context.ts'

const LIMIT = 200

export const listCreatorAllowlist: AccountHandler<'listCreatorAllowlist'> = async (
  { query: { q = '' }, principal },
  { allowlist },
) => {
  const found = await allowlist.list(q, LIMIT + 1)
  return {
    data: { admin: principal.address, allowlist: found.slice(0, LIMIT), truncated: found.length > LIMIT },
  }
}
