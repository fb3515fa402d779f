import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { AccountHandler } from '../context.ts'
import { requirePerson } from '../requireAccount.ts'
import type { ExportedPage } from '../store/exports.ts'

/** Rows of a section in one answer. */
const ROWS = 500

/**
 * Returns every row about the caller’s account (functions/account/store/personalData.ts), or a page of one section. Throws
 * account_not_found, wallet_session, invalid_request, authority_unknown, store_unavailable.
 */
export const exportPortfolio: AccountHandler<'exportPortfolio'> = async (
  { principal, query: { section, cursor } },
  { authority, now, portfolios },
) => {
  const { address } = requirePerson(principal)
  const { EXPORT_SECTIONS } = await import('../store/personalData.ts')
  if (section === undefined && cursor !== undefined)
    throw new ApiError('invalid_request', 'cursor: is a position in one section; send `section` too')
  if (section !== undefined && !EXPORT_SECTIONS.includes(section))
    throw new ApiError('invalid_request', `section: must be one of ${EXPORT_SECTIONS.join(', ')}`)
  const { profileId: id } = (await authority.requireAccount(requirePerson(principal), 'stored')).account
  const pages: Readonly<Record<string, ExportedPage>> =
    section === undefined
      ? await portfolios.exports.firstPages(id, ROWS)
      : { [section]: await portfolios.exports.page(id, section, cursor ?? 0, ROWS) }
  const exportedAt = new Date(now()).toISOString()
  return {
    data: {
      exportedAt,
      address,
      profileId: id,
      sections: Object.entries(pages).map(([name, { rows, next }]) => ({
        name,
        rows: rows.map((row) => ({ ...row })),
        nextCursor: next === null ? null : String(next),
      })),
    },
    headers: { 'content-disposition': `attachment; filename="account-${exportedAt.slice(0, 10)}.json"` },
  }
}
