import * as z from 'zod'

/** Location of a permanently stored document. */
export const StoredDocument = z
  .object({
    uri: z.string().describe('URI of the document, as written on chain'),
    gatewayUrl: z.string().describe('https URL of the same bytes'),
    storageKey: z.string().describe('Key at the storage provider'),
    statusUrl: z.string().nullable().describe('URL of the provider’s progress report; `null` if it has none'),
  })
  .meta({ id: 'StoredDocument' })

/** Outcome of a request to store something. */
export const storageFields = {
  storageStatus: z
    .enum(['stored', 'unavailable', 'skipped'])
    .describe(
      '`stored`: stored and read back unchanged; `unavailable`: storing failed, retry; `skipped`: not requested',
    ),
  storage: StoredDocument.optional().describe('Where it is stored; present if `stored`'),
  storageError: z.string().optional().describe('Why storing failed; present if `unavailable`'),
}

/** Why a public read asks for a credential as soon as it also stores: part of the description of all that can. */
export const STORING_NEEDS_A_CREDENTIAL =
  'Storing needs a credential: it is a write that publishes permanently, cannot be undone, and is paid for by this service.'
