import { z } from '@hono/zod-openapi'

/** Where a document is stored for good. */
export const StoredDocument = z
  .object({
    uri: z.string().openapi({ description: 'What goes on chain' }),
    gatewayUrl: z.string().openapi({ description: 'https URL of the same bytes' }),
    storageKey: z.string().openapi({ description: 'The storage’s own name for it' }),
    statusUrl: z
      .string()
      .nullable()
      .openapi({ description: 'Where the storage reports its progress; null for one that does not' }),
  })
  .openapi('StoredDocument')

/** What became of a request to store something. */
export const storageFields = {
  storageStatus: z.enum(['stored', 'unavailable', 'skipped']).openapi({
    description: 'stored: read back and the same; unavailable: the storage failed, try again; skipped: not asked for',
  }),
  storage: StoredDocument.optional().openapi({ description: 'Present if stored' }),
  storageError: z.string().optional().openapi({ description: 'Present if unavailable: why, in one sentence' }),
}

/** Why a public read asks for a credential as soon as it also stores: part of the description of all that can. */
export const STORING_NEEDS_A_CREDENTIAL =
  'Storing needs a credential: it is a write that publishes permanently, cannot be taken back, and is paid for by this service.'
